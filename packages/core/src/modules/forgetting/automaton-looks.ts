import type { Span } from '../../ports/records.js';
import { pace } from '../waiting.js';
import { createHeldSpans } from './held-spans.js';
import { TELLING } from './occurrences.js';
import { ROOT, type WordAutomaton } from './word-automaton.js';
import { wordEdgesOf } from './word-edges.js';

/** Units and words looked at before the event loop may turn. At each unit of a text, hundreds of words may end. */
const AT_ONCE = 5000;

/** The places of all words in one text. One that overlaps the one before of the same word does not count. */
function createPlaces(text: string, sought: readonly string[]) {
  const edges = wordEdgesOf(text);
  const spans = createHeldSpans();
  /** Where a place of each word ended last; null until a word ends. */
  let ends: Int32Array | null = null;
  return {
    spans,
    endsWord: (at: number) => !edges.cutsEnd(at),
    note(word: number, end: number) {
      ends ??= new Int32Array(sought.length);
      const start = end - (sought[word]?.length ?? 0);
      if (start < (ends[word] ?? 0) || edges.cutsStart(start)) return;
      ends[word] = end;
      spans.add({ start, end });
    },
  };
}

/** Finds what `occurrences` finds for each of the words from which the automaton was made. */
export async function placesByAutomaton(
  { step, ending, shorter, wordAt }: WordAutomaton,
  sought: readonly string[],
  text: string,
): Promise<readonly Span[]> {
  const { spans, endsWord, note } = createPlaces(text, sought);
  let node = ROOT;
  let steps = 0;
  for (let at = 0; at < text.length; at += 1) {
    node = step(node, text.charCodeAt(at));
    steps += 1;
    let found = ending(node);
    if (found !== ROOT && !endsWord(at + 1)) found = ROOT;
    for (; found !== ROOT; found = shorter(found)) {
      note(wordAt(found), at + 1);
      steps += 1;
    }
    if (steps < AT_ONCE) continue;
    await pace();
    steps = 0;
  }
  return spans.all();
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
