import type { Span } from '../../ports/records.js';
import { pace } from '../waiting.js';
import { holdsWording, occurrences } from './occurrences.js';
import type { Words } from './wordings-of.js';

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

/** Where the words stand in each text. They are gone through once, since they may be many. */
export async function placesIn(texts: Iterable<string>, words: Words): Promise<ReadonlyMap<string, readonly Span[]>> {
  const found = new Map([...texts].map((text) => [text, { places: [] as Span[], most: MOST_PLACES }]));
  if (found.size === 0) return new Map();
  for await (const wording of words) {
    for (const [text, held] of found) {
      held.places = held.places.concat(occurrences(text, wording));
      if (held.places.length > held.most) {
        held.places = joined(held.places);
        held.most = Math.max(MOST_PLACES, 2 * held.places.length);
      }
      await pace();
    }
  }
  return new Map([...found].map(([text, { places }]) => [text, places]));
}

/** The ids of those whose context holds one of the words. */
export async function contextsHolding(
  rows: readonly { id: string; context: string | null }[],
  words: Words,
): Promise<string[]> {
  const left = new Map(rows.flatMap(({ id, context }) => (context === null ? [] : [[id, context] as const])));
  const holding: string[] = [];
  // Without contexts, the words need no look.
  if (left.size === 0) return holding;
  for await (const wording of words) {
    for (const [id, context] of left) {
      if (holdsWording(context, wording)) {
        holding.push(id);
        left.delete(id);
      }
      await pace();
    }
  }
  return holding;
}
