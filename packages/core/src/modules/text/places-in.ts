import type { Span } from '../../ports/records.js';
import { pace } from '../waiting.js';
import { createHeldSpans } from './held-spans.js';
import { type ByText, createTextMap } from './text-keys.js';
import type { WordBatch } from './word-batch.js';

export type Places = ByText<readonly Span[]>;

/** Where the words stand in each text. They are gone through once, since they may be many. */
export async function placesIn(texts: Iterable<string>, words: AsyncIterable<WordBatch>): Promise<Places> {
  const found = createTextMap([...texts].map((text) => [text, createHeldSpans()] as const));
  if (found.size === 0) return createTextMap();
  for await (const batch of words) {
    for (const [text, held] of found.entries()) {
      for (const place of await batch.placesIn(text)) held.add(place);
      await pace();
    }
  }
  return createTextMap([...found.entries()].map(([text, places]) => [text, places.all()] as const));
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
