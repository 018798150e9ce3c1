import type { SourceText } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { KnownNear } from '../../../ports/extractor.js';
import type { Language } from '../../../ports/language.js';
import type { PartToRead } from '../../../ports/reading-model.js';
import { withoutSecrets } from '../../model/without-secrets.js';
import type { Part } from './parts-of-text.js';

/** UTF-16 units of a memory that a model is told of. */
const KNOWN_LENGTH = 500;

/** A part as it may be sent. Without what is known near it, where that cannot be looked up. */
export async function partToSend(
  tenant: TenantId,
  { text, source }: SourceText,
  part: Part,
  { known, redact }: { known: KnownNear; redact: Language['redact'] },
): Promise<PartToRead> {
  const said = await withoutSecrets(
    tenant,
    part.pieces.map(({ start, end }) => text.slice(start, end)),
    redact,
  );
  const near = await known(said.join('\n')).catch(() => []);
  const told = await withoutSecrets(tenant, near, redact);
  return {
    source,
    pieces: part.pieces.map(({ speaker }, place) => ({ speaker, text: said[place] ?? '' })),
    known: told.map((content) => content.slice(0, KNOWN_LENGTH).toWellFormed()),
  };
}
