import { REVIEW_OTHERS } from '@hippocamp/shared/schemas/reviews';
import { type MemoryRecord, type MemoryRepository, MOST_ASKED, type ReviewRecord } from '../../ports/records.js';
import { MOST_UNITS, readWithin } from '../retrieval/read-within.js';

/** The memories that an open review asks about. Imports of earlier releases brought longer lists. */
export const askedAbout = ({ otherIds }: Pick<ReviewRecord, 'otherIds'>): string[] => otherIds.slice(0, MOST_ASKED);

/** The others that a review is shown with. Decided ones of an import may name any number. */
export const othersShown = (review: Pick<ReviewRecord, 'state' | 'otherIds'>): string[] =>
  review.state === 'open' ? askedAbout(review) : review.otherIds.slice(0, REVIEW_OTHERS);

/** `others` are those that a decision would replace, where it is foreseen. */
export const namedIn = (review: ReviewRecord, others: readonly string[] | undefined): string[] => [
  ...(review.memoryId === null ? [] : [review.memoryId]),
  ...(others ?? othersShown(review)),
];

/** The memories that an open review asks about are always read, since it is told what accepting it would do. */
const ALWAYS = 1 + MOST_ASKED;

/**
 * Reads what some reviews name until it is too much. `whole` is the number of reviews of which all was read; the first one
 * counts as whole, and may lack the last ones that it names.
 */
export async function readNamed(
  memories: Pick<MemoryRepository, 'getMany'>,
  named: readonly (readonly string[])[],
  units = MOST_UNITS,
): Promise<{ found: ReadonlyMap<string, MemoryRecord>; whole: number }> {
  const ids = [...new Set(named.flat())];
  const { rows, used } = await readWithin(ids, units, (some) => memories.getMany(some));
  const reached = new Set(used > units ? ids.slice(0, ids.indexOf(rows.at(-1)?.id ?? '') + 1) : ids);
  const isPast = (id: string) => !reached.has(id);
  const cut = named.findIndex((some) => some.some(isPast));
  const rest = cut === 0 ? (named[0] ?? []).slice(0, ALWAYS).filter(isPast) : [];
  const more = rest.length === 0 ? [] : await memories.getMany(rest);
  const found = new Map([...rows, ...more].map((memory) => [memory.id, memory]));
  return { found, whole: cut < 0 ? named.length : Math.max(1, cut) };
}
