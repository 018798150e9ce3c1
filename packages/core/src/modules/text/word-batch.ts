import type { Span } from '../../ports/records.js';
import { pace } from '../waiting.js';
import { beginsWithEnd, placesByAutomaton, standsByAutomaton } from './automaton-looks.js';
import { createHeldSpans } from './held-spans.js';
import { holdsWording, occurrences } from './occurrences.js';
import { distinctTexts } from './text-keys.js';
import { createWordAutomaton, type WordAutomaton } from './word-automaton.js';
import { wordEdgesOf } from './word-edges.js';

/** Texts that have to go. Those of a long history are read again for each look. */
export type Words = Iterable<string> | AsyncIterable<string>;

/** Some wordings that are looked for together. */
export interface WordBatch {
  /** UTF-16 units of its wordings. */
  units: number;
  /** All places of each wording, as `occurrences` finds them; joined where they are many. */
  placesIn(text: string): Promise<readonly Span[]>;
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

/** Few looks are made one by one. Once they cost as much, the wordings are looked for all at once from then on. */
export function createWordBatch(
  wordings: readonly string[],
  single: SingleLooks = { occurrences, holdsWording },
): WordBatch {
  const sought = distinctTexts(wordings.map((wording) => wording.trim())).filter((wording) => wording !== '');
  const units = sought.reduce((sum, { length }) => sum + length, 0);
  let spent = 0;
  let begins: Promise<WordAutomaton> | null = null;
  let ends: Promise<WordAutomaton> | null = null;

  const isCheapSingly = (text: string, unit: number): boolean => {
    spent += sought.length * (LOOK + unit * text.length);
    return spent <= units * TOGETHER_UNIT;
  };
  const beginsTogether = () => {
    begins ??= createWordAutomaton(sought);
    return begins;
  };
  const endsTogether = () => {
    ends ??= createWordAutomaton(sought, 'backwards');
    return ends;
  };

  return {
    units,
    async placesIn(text) {
      if (!isCheapSingly(text, PLACES_UNIT)) return placesByAutomaton(await beginsTogether(), sought, text);
      const found = createHeldSpans();
      const edges = wordEdgesOf(text);
      for (const wording of sought) {
        for (const place of single.occurrences(text, wording, edges)) found.add(place);
        await pace();
      }
      return found.all();
    },
    async isHeldBy(context) {
      if (!isCheapSingly(context, HELD_UNIT)) {
        const isWhole = await standsByAutomaton(await beginsTogether(), sought, context);
        return isWhole || beginsWithEnd(await endsTogether(), context);
      }
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
