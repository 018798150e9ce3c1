import type { ComparedPair, Comparison, Relations } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { normaliseText } from '@hippocamp/shared/text/normalise';
import type { Language } from '../../ports/language.js';
import type { PairReader } from '../../ports/pair-reader.js';

export interface PairDependencies {
  language: Pick<Language, 'compare' | 'readable'>;
  /** Null where nobody reads two texts together. */
  pairReader: PairReader | null;
}

/** Two statements of one speaker that are to be compared. */
export interface Pair extends Omit<ComparedPair, 'relations'> {
  /** 0 and more: the nearer both are, the rather they are read; null where reading them would tell nothing. */
  near: number | null;
}

/** Of what is near a statement so many are read beside it, and so many of a text: an ingest costs no more, however much is known. */
const [MOST_OF_STATEMENT, MOST_OF_TEXT] = [8, 24];

/** The places of what is read: of each statement the nearest, and of those the nearest of all. */
function placesToRead(pairs: readonly Pair[]): number[] {
  const counts = new Map<string, number>();
  const inOrder = pairs
    .flatMap(({ near }, place) => (near === null ? [] : [{ place, near }]))
    .sort((one, other) => other.near - one.near);
  const each = inOrder.filter(({ place }) => {
    const newer = pairs[place]?.newer ?? '';
    const count = (counts.get(newer) ?? 0) + 1;
    counts.set(newer, count);
    return count <= MOST_OF_STATEMENT;
  });
  return each.slice(0, MOST_OF_TEXT).map(({ place }) => place);
}

const isSameText = ({ older, newer }: Pair): boolean => normaliseText(older) === normaliseText(newer);

const byText = (pair: Pair): Comparison => ({ verdict: isSameText(pair) ? 'same' : 'unrelated', sure: 1 });

/** By places, what was read of the nearest pairs. */
async function readNearest(
  tenant: TenantId,
  pairs: readonly Pair[],
  language: PairDependencies['language'],
  pairReader: PairReader,
): Promise<Map<number, Relations | null>> {
  const near = placesToRead(pairs).flatMap((place) => {
    const pair = pairs[place];
    return pair ? [{ place, older: pair.older, newer: pair.newer }] : [];
  });
  if (near.length === 0) return new Map();
  const can = await language.readable(
    tenant,
    near.map(({ older, newer }) => ({ older, newer })),
  );
  const asked = near.filter((_, at) => can[at]);
  const read = await pairReader.relate(
    tenant,
    asked.map(({ older, newer }) => [older, newer]),
  );
  return new Map(asked.map(({ place }, at) => [place, read[at] ?? null]));
}

/** What the newer of each pair is to the older: the nearest are read, and of the others only equal text says the same. */
export async function comparePairs(
  tenant: TenantId,
  pairs: readonly Pair[],
  { language, pairReader }: PairDependencies,
): Promise<Comparison[]> {
  const relations = pairReader ? await readNearest(tenant, pairs, language, pairReader) : new Map<number, Relations>();
  const read = [...pairs.entries()].flatMap(([place, { near: _near, ...pair }]) => {
    const said = relations.get(place);
    return said ? [{ place, pair: { ...pair, relations: said } }] : [];
  });
  const found = await language.compare(
    tenant,
    read.map(({ pair }) => pair),
  );
  const compared = new Map(read.map(({ place }, at) => [place, found[at]]));
  return pairs.map((pair, place) => compared.get(place) ?? byText(pair));
}
