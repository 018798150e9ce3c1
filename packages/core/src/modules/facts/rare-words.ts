import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Vocabulary } from '@hippocamp/shared/scoring/lexical';
import { termId } from '@hippocamp/shared/text/terms';
import type { WeighedKey } from '../../ports/records.js';
import { wordKeys } from './word-keys.js';

/** So many of a text's rarest words tell what it is about. */
const RAREST = 8;

/**
 * The rarest words of a text by which memories about the same are looked up. What a word weighs is its inverse document
 * frequency, as the tenant's vocabulary was last counted; words that it does not know weigh most.
 */
export function rareWords(
  tenant: TenantId,
  ownerEntityId: string | null,
  stems: readonly string[],
  { memories, frequencies }: Pick<Vocabulary, 'memories' | 'frequencies'>,
): WeighedKey[] {
  const weighed = [...new Set(stems)].map((stem) => {
    const [key = 0] = wordKeys(tenant, ownerEntityId, [stem]);
    return { key, weight: Math.log1p((memories + 1) / (1 + (frequencies.get(termId(stem)) ?? 0))) };
  });
  return weighed.sort((first, second) => second.weight - first.weight || first.key - second.key).slice(0, RAREST);
}
