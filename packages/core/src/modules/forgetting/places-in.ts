import { type ByText, createTextMap } from '@hippocamp/shared/text/text-keys';
import type { Span } from '../../ports/records.js';
import { pace } from '../waiting.js';
import type { WordBatch } from './word-batch.js';

/** Places held for a text before those that overlap are joined. */
const MOST_PLACES = 10_000;

function joined(places: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const { start, end } of places.toSorted((first, second) => first.start - second.start)) {
    const last = spans.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}

export type Places = ByText<readonly Span[]>;

/** Where the words stand in each text. They are gone through once, since they may be many. */
export async function placesIn(texts: Iterable<string>, words: AsyncIterable<WordBatch>): Promise<Places> {
  const found = createTextMap<{ places: Span[]; most: number }>();
  for (const text of texts) found.set(text, { places: [], most: MOST_PLACES });
  if (found.size === 0) return createTextMap();
  for await (const batch of words) {
    for (const [text, held] of found.entries()) {
      held.places = held.places.concat(await batch.placesIn(text));
      if (held.places.length > held.most) {
        held.places = joined(held.places);
        held.most = Math.max(MOST_PLACES, 2 * held.places.length);
      }
      await pace();
    }
  }
  return createTextMap([...found.entries()].map(([text, { places }]) => [text, places] as const));
}

export interface ContextRow {
  id: string;
  context: string | null;
}

/** The ids of those whose context holds one of the words. */
export async function contextsHolding(rows: readonly ContextRow[], words: AsyncIterable<WordBatch>): Promise<string[]> {
  const left = new Map(rows.flatMap(({ id, context }) => (context === null ? [] : [[id, context] as const])));
  const holding: string[] = [];
  // Without contexts, the words need no look.
  if (left.size === 0) return holding;
  for await (const batch of words) {
    for (const [id, context] of left) {
      if (await batch.isHeldBy(context)) {
        holding.push(id);
        left.delete(id);
      }
      await pace();
    }
    if (left.size === 0) break;
  }
  return holding;
}
