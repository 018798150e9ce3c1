import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type Language, orUnread } from '../../ports/language.js';
import { ModelFailure } from '../../ports/model-failure.js';
import type { DistilSource } from '../../ports/records.js';
import { inParts, type PartBounds } from '../in-parts.js';
import { compose, type Distillate, METHOD, type SentencesOf } from '../memory-store/compose.js';
import { createTextMap, distinctTexts } from '../text/text-keys.js';
import type { Distiller } from './distiller.js';

export interface DistilDependencies {
  language: Pick<Language, 'sentencesOf'>;
  /** Null when sources keep their own sentences. */
  distiller: Distiller | null;
}

export type Distil = (sources: readonly DistilSource[]) => Distillate;

/** A fingerprint of the sources by id and version. */
export const stateOf = (sources: readonly Pick<DistilSource, 'id' | 'version'>[]) =>
  sources
    .map(({ id, version }) => `${id} ${version}`)
    .sort()
    .join('\n');

/** The limits of one call. A text that cannot be split fails only the texts of its call. */
const TOGETHER: PartBounds<string> = { units: 50_000, rows: 50, unitsOf: ({ length }) => length };

/** Runs before the transaction, which must not wait for texts. A content that could not be split is one sentence. */
export async function cutAhead(
  tenant: TenantId,
  contents: Iterable<string>,
  language: Pick<Language, 'sentencesOf'>,
): Promise<SentencesOf> {
  const known = createTextMap<readonly string[]>();
  for (const part of inParts(distinctTexts(contents), TOGETHER)) {
    const found = await orUnread(language.sentencesOf(tenant, part), []);
    for (const [place, sentences] of found.entries()) known.set(part[place] ?? '', sentences);
  }
  return (content) => known.get(content) ?? [content.trim()];
}

/** Runs before the transaction. Sources that changed since, or that no model told, keep their own sentences. */
export async function distilAhead(
  tenant: TenantId,
  groups: readonly (readonly DistilSource[])[],
  { language, distiller }: DistilDependencies,
  before?: () => Promise<void>,
): Promise<Distil> {
  const contents = groups.flat().map(({ content }) => content);
  const sentencesOf = await cutAhead(tenant, contents, language);
  const made = new Map<string, Distillate>();
  for (const group of distiller ? groups : []) {
    await before?.();
    try {
      const found = await distiller?.(tenant, group);
      if (found) made.set(stateOf(group), found);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      // A model that does not answer is not asked for the remaining groups.
      if (error.kind === 'unavailable') break;
    }
  }
  return (sources) => made.get(stateOf(sources)) ?? { method: METHOD, ...compose(sources, sentencesOf) };
}
