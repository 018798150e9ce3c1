import type { ClaimComparison, PartStances } from '@hippocamp/shared/language/claim';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { PairReader } from '../../ports/pair-reader.js';

/** Parts of a claim that are read, and memories beside each, the nearest: reading takes some ms each. */
const [MOST_PARTS, MOST_BESIDE] = [8, 6];

/** Whose "I" nobody names. */
const SOMEBODY = 'the user';

/** How near a known text is to a part, by their places; 0..1. */
export type Nearness = (part: number, known: number) => number;

interface Read {
  part: number;
  index: number;
  known: number;
}

/** What rules tell nothing of, the nearest to each part. */
const openIn = ({ parts }: ClaimComparison, stances: readonly PartStances[], near: Nearness): Read[] =>
  parts.slice(0, MOST_PARTS).flatMap(({ beside }, part) =>
    beside
      .map((known, index) => ({ part, index, known }))
      .filter(({ index }) => stances[part]?.stances[index]?.stance === 'neutral')
      .sort((first, second) => near(part, second.known) - near(part, first.known))
      .slice(0, MOST_BESIDE),
  );

/** The comparison with what a reader says where rules told nothing; null where it says nothing either. */
export async function readBeside(
  tenant: TenantId,
  comparison: ClaimComparison,
  stances: readonly PartStances[],
  { pairReader, near }: { pairReader: Pick<PairReader, 'claims'>; near: Nearness },
): Promise<ClaimComparison | null> {
  const open = openIn(comparison, stances, near);
  const { parts, known } = comparison;
  const told = ({ text, names }: ClaimComparison['known'][number]) => `${names?.[0] ?? SOMEBODY}: ${text}`;
  const pairs = open.map(({ part, known: place }): [string, string] => {
    const beside = known[place];
    return [beside ? told(beside) : '', parts[part]?.text ?? ''];
  });
  const found = pairs.length > 0 ? await pairReader.claims(tenant, pairs) : [];
  if (found.every((each) => each === null)) return null;
  const read = parts.map(({ beside }) => beside.map((): (typeof found)[number] => null));
  for (const [place, { part, index }] of open.entries()) read[part]?.splice(index, 1, found[place] ?? null);
  return { ...comparison, read };
}
