import type { Span } from '../../ports/records.js';
import { pace } from '../waiting.js';
import { createHeldSpans } from './held-spans.js';
import { TELLING } from './occurrences.js';
import { ROOT, type WordAutomaton } from './word-automaton.js';
import { type WordEdges, wordEdgesOf } from './word-edges.js';

/** Units and words looked at before the event loop may turn. At each unit of a text, hundreds of words may end. */
const AT_ONCE = 5000;

/** How to go on after a word: look at the next shorter one, leave out those that end at the same place, or end. */
type Verdict = 'go on' | 'next place' | 'enough';

/** Tells of each word that ends at a place where no word of the text goes on, the longest first. True where it is enough. */
async function lookThrough(
  { step, ending, shorter, wordAt }: WordAutomaton,
  text: string,
  { cutsEnd }: Pick<WordEdges, 'cutsEnd'>,
  look: (word: number, end: number) => Verdict,
): Promise<boolean> {
  let node = ROOT;
  let steps = 0;
  for (let at = 0; at < text.length; at += 1) {
    node = step(node, text.charCodeAt(at));
    steps += 1;
    let found = ending(node);
    if (found !== ROOT && cutsEnd(at + 1)) found = ROOT;
    for (; found !== ROOT; found = shorter(found)) {
      const verdict = look(wordAt(found), at + 1);
      if (verdict === 'enough') return true;
      steps += 1;
      if (verdict === 'next place') break;
    }
    if (steps < AT_ONCE) continue;
    await pace();
    steps = 0;
  }
  return false;
}

/** Whole words told apart that end at one place. Texts of people have a few; some have as many as there are wordings. */
const MOST_NESTED = 16;

/**
 * Finds what `occurrences` finds for each of the words from which the automaton was made. Where very many of them end at
 * one place, the longest stands for all, also where it overlaps itself.
 */
export async function placesByAutomaton(
  automaton: WordAutomaton,
  sought: readonly string[],
  text: string,
): Promise<readonly Span[]> {
  const edges = wordEdgesOf(text);
  const spans = createHeldSpans();
  /** Where a place of each word ended last; null until a word ends. One that overlaps it does not count. */
  let ends: Int32Array | null = null;
  let longest = { start: 0, end: 0 };
  let nested = 0;
  await lookThrough(automaton, text, edges, (word, end) => {
    ends ??= new Int32Array(sought.length);
    const start = end - (sought[word]?.length ?? 0);
    if (edges.cutsStart(start)) return 'go on';
    if (longest.end !== end) [longest, nested] = [{ start, end }, 0];
    nested += 1;
    if (start >= (ends[word] ?? 0)) {
      ends[word] = end;
      spans.add({ start, end });
    }
    if (nested < MOST_NESTED) return 'go on';
    spans.add(longest);
    return 'next place';
  });
  return spans.all();
}

/** True where there is such a place. The first one overlaps no other, and most texts that have one have many. */
export function standsByAutomaton(automaton: WordAutomaton, sought: readonly string[], text: string): Promise<boolean> {
  const edges = wordEdgesOf(text);
  return lookThrough(automaton, text, edges, (word, end) =>
    edges.cutsStart(end - (sought[word]?.length ?? 0)) ? 'go on' : 'enough',
  );
}

/** Read backwards, the beginning of the text comes last, and the end of a wording first. */
export async function beginsWithEnd({ step, ending, isDeep }: WordAutomaton, text: string): Promise<boolean> {
  let node = ROOT;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    node = step(node, text.charCodeAt(at));
    if (at % AT_ONCE === 0) await pace();
  }
  return isDeep(node, TELLING) || ending(node) !== ROOT;
}
