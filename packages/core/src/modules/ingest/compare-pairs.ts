import type { ComparedPair, Comparison, Relations } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Language } from '../../ports/language.js';
import type { PairReader } from '../../ports/pair-reader.js';

export interface PairDependencies {
  language: Pick<Language, 'compare'>;
  /** Null where nobody reads two texts together. */
  pairReader: PairReader | null;
}

/** Of what may concern a candidate so many are read beside it, and so many of a text: the likeliest. An ingest costs no more, however much is known. */
const [MOST_READ, MOST_OF_TEXT] = [3, 24];

interface Open {
  pair: ComparedPair;
  place: number;
  guessed: Relations;
}

/** Of each candidate those that words hold least for different. */
function likeliest(open: readonly Open[]): Open[] {
  const counts = new Map<ComparedPair['first'], number>();
  const inOrder = open.toSorted((one, other) => one.guessed.different - other.guessed.different);
  const each = inOrder.filter(({ pair: { first } }) => {
    const count = (counts.get(first) ?? 0) + 1;
    counts.set(first, count);
    return count <= MOST_READ;
  });
  return each.slice(0, MOST_OF_TEXT);
}

/** Pairs that are compared in one go: the work on a text has a bound, and that on many small ones has it each. */
const TOGETHER = 100;

const comparedInParts =
  ({ compare }: Pick<Language, 'compare'>): Language['compare'] =>
  async (tenant, pairs) => {
    const found: Comparison[] = [];
    for (let from = 0; from < pairs.length; from += TOGETHER)
      found.push(...(await compare(tenant, pairs.slice(from, from + TOGETHER))));
    return found;
  };

/** What the first of each pair is to the second: rules first; what they leave open is read, and decided about with what was read. */
export async function comparePairs(
  tenant: TenantId,
  pairs: readonly ComparedPair[],
  { language, pairReader }: PairDependencies,
): Promise<Comparison[]> {
  const compare = comparedInParts(language);
  if (!pairReader) {
    const unread = pairs.map((pair) => ({ ...pair, relations: null }));
    return compare(tenant, unread);
  }
  const told = await compare(tenant, pairs);
  const open = likeliest(
    pairs.flatMap((pair, place): Open[] => {
      const guessed = told[place]?.open;
      return guessed ? [{ pair, place, guessed }] : [];
    }),
  );
  if (open.length === 0) return told;
  const relations = await pairReader.relate(
    tenant,
    open.map(({ pair: { first, second } }) => [second.content, first.content]),
  );
  const asked = open.map(({ pair, guessed }, at) => ({ ...pair, guessed, relations: relations[at] ?? null }));
  const read = await compare(tenant, asked);
  const decided = new Map(open.map(({ place }, at) => [place, read[at]]));
  return told.map((comparison, place) => decided.get(place) ?? comparison);
}
