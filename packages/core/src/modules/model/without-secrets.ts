import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Language } from '../../ports/language.js';
import type { MemoryRecord } from '../../ports/records.js';

/** Drawn from a text that no language model may read. */
export const staysHere = ({ provenance }: Pick<MemoryRecord, 'provenance'>): boolean => provenance?.reader === 'local';

/** Ignores the settings for ingests, because memories stored by clients were never screened for secrets. */
export const withoutSecrets = async (
  tenant: TenantId,
  texts: readonly string[],
  redact: Language['redact'],
): Promise<string[]> => {
  const { removed } = await redact(tenant, texts.join('\n'));
  if (removed.length === 0) return [...texts];
  const clean: string[] = [];
  for (const text of texts) clean.push((await redact(tenant, text)).text);
  return clean;
};
