import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Language } from '../../ports/language.js';
import type { PairReader } from '../../ports/pair-reader.js';

export interface PairDependencies {
  language: Pick<Language, 'compare'>;
  pairReader: PairReader;
}

/** What the first of each pair is to the second: rules first; what they leave open is read, and decided about with what was read. */
export async function comparePairs(
  tenant: TenantId,
  pairs: readonly ComparedPair[],
  { language, pairReader }: PairDependencies,
): Promise<Comparison[]> {
  const told = await language.compare(tenant, pairs);
  const open = pairs.filter((_, place) => told[place]?.open);
  if (open.length === 0) return told;
  const relations = await pairReader.relate(
    tenant,
    open.map(({ first, second }) => [second.content, first.content]),
  );
  const read = await language.compare(
    tenant,
    open.map((pair, place) => ({ ...pair, relations: relations[place] ?? null })),
  );
  const decided = new Map(open.map((pair, place) => [pair, read[place]]));
  return pairs.flatMap((pair, place) => decided.get(pair) ?? told[place] ?? []);
}
