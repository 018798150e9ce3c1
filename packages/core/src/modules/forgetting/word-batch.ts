import type { Span } from '../../ports/records.js';
import { pace } from '../waiting.js';
import { holdsWording, isWhole, occurrences, TELLING } from './occurrences.js';
import { createWordAutomaton, ROOT, type WordAutomaton } from './word-automaton.js';
import type { Words } from './wordings-of.js';

/** Some wordings that are looked for together. */
export interface WordBatch {
  /** UTF-16 units of its wordings. */
  units: number;
  /** All places of each wording, as `occurrences` finds them. */
  placesIn(text: string): Promise<Span[]>;
  /** True when `holdsWording` is for one of the wordings. */
  isHeldBy(context: string): Promise<boolean>;
}

/** Looks for one wording in one text. */
export interface SingleLooks {
  occurrences: typeof occurrences;
  holdsWording: typeof holdsWording;
}

/** About ns: for a look with one wording, and for each unit of words that are looked for together. */
const LOOK = 100;
const TOGETHER_UNIT = 100;
/** For each unit of the text. A context that begins as the wording does is compared with its end. */
const PLACES_UNIT = 0.1;
const HELD_UNIT = 5;

/** A place that overlaps the one before of the same wording does not count, as in a search for that wording alone. */
function placesByAutomaton({ step, ending, shorter, wordAt }: WordAutomaton, sought: readonly string[]) {
  const ends = new Int32Array(sought.length);
  return (text: string): Span[] => {
    const places: Span[] = [];
    const touched: number[] = [];
    const note = (word: number, end: number) => {
      const span = { start: end - (sought[word]?.length ?? 0), end };
      if (span.start < (ends[word] ?? 0)) return;
      ends[word] = end;
      touched.push(word);
      if (isWhole(text, span)) places.push(span);
    };
    let node = ROOT;
    for (let at = 0; at < text.length; at += 1) {
      node = step(node, text.charCodeAt(at));
      for (let found = ending(node); found !== ROOT; found = shorter(found)) note(wordAt(found), at + 1);
    }
    for (const word of touched) ends[word] = 0;
    return places;
  };
}

/** Read backwards, the beginning of the text comes last, and the end of a wording first. */
function beginsWithEnd({ step, ending, isDeep }: WordAutomaton, text: string): boolean {
  let node = ROOT;
  for (let at = text.length - 1; at >= 0; at -= 1) node = step(node, text.charCodeAt(at));
  return isDeep(node, TELLING) || ending(node) !== ROOT;
}

/** Few looks are made one by one. Once they cost as much, the wordings are looked for all at once from then on. */
export function createWordBatch(
  wordings: readonly string[],
  single: SingleLooks = { occurrences, holdsWording },
): WordBatch {
  const sought = [...new Set(wordings.map((wording) => wording.trim()))].filter((wording) => wording !== '');
  const units = sought.reduce((sum, { length }) => sum + length, 0);
  let spent = 0;
  let places: Promise<(text: string) => Span[]> | null = null;
  let ends: Promise<WordAutomaton> | null = null;

  const isCheapSingly = (text: string, unit: number): boolean => {
    spent += sought.length * (LOOK + unit * text.length);
    return spent <= units * TOGETHER_UNIT;
  };
  const together = () => {
    places ??= createWordAutomaton(sought).then((automaton) => placesByAutomaton(automaton, sought));
    return places;
  };
  const endsTogether = () => {
    ends ??= createWordAutomaton(sought, 'backwards');
    return ends;
  };

  return {
    units,
    async placesIn(text) {
      if (!isCheapSingly(text, PLACES_UNIT)) return (await together())(text);
      const found: Span[][] = [];
      for (const wording of sought) {
        found.push(single.occurrences(text, wording));
        await pace();
      }
      return found.flat();
    },
    async isHeldBy(context) {
      if (!isCheapSingly(context, HELD_UNIT))
        return (await together())(context).length > 0 || beginsWithEnd(await endsTogether(), context);
      for (const wording of sought) {
        if (single.holdsWording(context, wording)) return true;
        await pace();
      }
      return false;
    },
  };
}

/** UTF-16 units of a batch. Looking for them together takes some 30 bytes for each. */
export const BATCH_UNITS = 512 * 1024;

/** The words may be many more than can be held. */
export async function* batchesOf(words: Words, most = BATCH_UNITS): AsyncGenerator<WordBatch> {
  let held: string[] = [];
  let units = 0;
  for await (const wording of words) {
    held.push(wording);
    units += wording.length;
    if (units < most) continue;
    yield createWordBatch(held);
    [held, units] = [[], 0];
  }
  if (held.length > 0) yield createWordBatch(held);
}
