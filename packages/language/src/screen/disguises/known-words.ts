import { stopWords } from '@hippocamp/shared/text/terms';
import type { Step } from './encoded.js';

/** Words of orders to a model; the small words are added to them. */
const ofOrders =
  `act admin after ai answer anything api assistant attention bypass call chatbot clear code comply confirm content
  context conversation conversations credentials data database delete developer directive directives disclose disregard
  earlier email emails everything execute existing exfiltrate file files filter filters first following follow forget forward
  give guidelines hidden history human humans hello ignore ignored immediately inform initial instruction instructions jailbreak
  key keys keep language last leak like list make memories memory mention message messages mode model must need new
  notify obey within without old operator order orders output overwrite override owner password passwords please policies policy preceding
  pretend previous print prior prompt prompts purge read real record records remember remove repeat reply respond restrictions
  reveal role rule rules run safety say secret secrets send sent show skip stored system task tell this token tokens tool
  tools training transfer trust unrestricted use user users warn want wipe word words write
  alle alles anweisungen bitte ignoriere missachte regeln und vergiss vorgaben vorherigen
  anteriores ignora instrucciones olvida reglas todas todos consignes ignorez instructions oubliez précédentes règles toutes`
    .split(/\s+/)
    .filter((word) => word.length > 2);

const known: ReadonlySet<string> = new Set([...stopWords, ...ofOrders]);

const LONGEST_KNOWN = Math.max(...[...known].map(({ length }) => length));

const isKnown = (word: string): boolean => known.has(word.toLowerCase());

const run = /(?<![A-Za-z_])[A-Za-z_]{12,}/g;

interface Way {
  cost: number;
  from: number;
  known: boolean;
}

const UNKNOWN = 1.5;

/** The cheapest split up to each place. A letter outside of known words costs more than a word. */
const waysThrough = (letters: string): Way[] => {
  const ways: Way[] = [{ cost: 0, from: 0, known: false }];
  for (let end = 1; end <= letters.length; end += 1) {
    let best: Way = { cost: (ways[end - 1]?.cost ?? 0) + UNKNOWN, from: end - 1, known: false };
    for (let from = Math.max(0, end - LONGEST_KNOWN); from < end - 1; from += 1) {
      const cost = (ways[from]?.cost ?? 0) + 1;
      if (cost < best.cost && isKnown(letters.slice(from, end))) best = { cost, from, known: true };
    }
    ways.push(best);
  }
  return ways;
};

const wordsOf = (letters: string): { said: string; known: boolean }[] => {
  const ways = waysThrough(letters);
  const words: { said: string; known: boolean }[] = [];
  for (let end = letters.length; end > 0; ) {
    const { from, known } = ways[end] ?? { from: end - 1, known: false };
    const said = letters.slice(from, end);
    const next = words.at(-1);
    if (next && !known && !next.known) next.said = said + next.said;
    else words.push({ said, known });
    end = from;
  }
  return words.toReversed();
};

const FEWEST_WORDS = 3;
/** Names in programs often have several words. */
const FEWEST_IN_NAME = 4;
const name = /_|[a-z][A-Z]/;
/** A run of this many letters may hold unknown words. */
const LONG = 30;

const areWords = (found: string, words: readonly { said: string; known: boolean }[]): boolean => {
  const known = words.filter((word) => word.known);
  if (known.length < (name.test(found) ? FEWEST_IN_NAME : FEWEST_WORDS)) return false;
  if (known.length === words.length) return true;
  const sure = known.reduce((sum, { said }) => sum + (said.length > 2 ? said.length : 0), 0);
  return found.length >= LONG && sure >= found.length * 0.6;
};

/** "ignoreallprevious", "ignore_all_previous_rules", "ignoreAllPreviousRules". */
export const runTogether: Step = (text) =>
  text.replace(run, (found) => {
    const words = wordsOf(found.replaceAll('_', ''));
    return areWords(found, words) ? words.map(({ said }) => said).join(' ') : found;
  });

const wordWithSigns = /!?[A-Za-z\d@$|]+(?:![A-Za-z\d@$|]+)*/g;
const signs = /[\d@$|!]/g;
const mixed = /[\d@$|!]/;
const letter = /[A-Za-z]/;
const letters = /^[A-Za-z]+$/;

const common = { '0': 'o', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g' };
const asI: Record<string, string> = { ...common, '1': 'i', '!': 'i', '|': 'i', '@': 'a', $: 's' };
const asL: Record<string, string> = { ...asI, '1': 'l', '|': 'l', '!': 'l' };

const withLetters = (said: string, letterOf: Record<string, string>): string =>
  said.replace(signs, (sign) => letterOf[sign] ?? sign);

/** "1" and "|" may be an "i" or an "l". */
const readAsLetters = (said: string): string => {
  if (!mixed.test(said) || !letter.test(said)) return said;
  const [i, l] = [withLetters(said, asI), withLetters(said, asL)];
  if (!letters.test(i)) return said;
  return !isKnown(i) && isKnown(l) ? l : i;
};

const FEWEST_LETTERS = 6;

/** "1gn0r3 4ll". A few short words prove nothing, as names of products and sums look alike. */
export const leet: Step = (text) => {
  let known = 0;
  const said = text.replace(wordWithSigns, (found) => {
    const made = readAsLetters(found);
    if (made !== found && made.length > 2 && isKnown(made)) known += made.length;
    return made;
  });
  return known >= FEWEST_LETTERS ? said : text;
};

const anyWord = /[\p{L}\p{M}\p{N}']+/gu;

interface Word {
  start: number;
  end: number;
  /** Letters of known words that the change gains, below 0 for a loss. Null for a word that is plain already. */
  gain: number | null;
}

/** In English, other words have about this many letters for each letter of a known word. */
const OTHERS = 3;

const gainOf = (said: string, put: string): number | null => {
  const before = isKnown(said) ? said.length : 0;
  // A known word of one or two letters may be one by chance.
  if (before > 2) return null;
  return (isKnown(put) ? put.length : -put.length / OTHERS) - before;
};

const LEAST_GAIN = 8;
const LONGEST_FALL = 20;

/** The last word of the best run of gains from `first` on. Null when it gains too little. */
const endOfRun = (words: readonly Word[], first: number): number | null => {
  let [sum, best, last] = [0, 0, first];
  for (let at = first; at < words.length; at += 1) {
    const gain = words[at]?.gain ?? null;
    if (gain === null) break;
    sum += gain;
    if (sum > best) [best, last] = [sum, at];
    if (sum <= 0 || sum < best - LONGEST_FALL) break;
  }
  return best >= LEAST_GAIN ? last : null;
};

const sentenceEnd = /[.!?:;\n"“”()]/;
const MOST_BESIDE = 6;

/** A disguise reaches a few words further, up to the end of its sentence or a plain word. */
const edge = (text: string, words: readonly Word[], from: number, direction: 1 | -1): number => {
  let at = from;
  for (let step = 0; step < MOST_BESIDE; step += 1) {
    const [here, next] = [words[at], words[at + direction]];
    if (!here || !next || next.gain === null) break;
    const gap = direction === 1 ? text.slice(here.end, next.start) : text.slice(next.end, here.start);
    if (sentenceEnd.test(gap)) break;
    at += direction;
  }
  return at;
};

/** Changes those stretches of a text that then have clearly more known words. */
function clearer(text: string, change: (said: string) => string): string {
  const words = [...text.matchAll(anyWord)].map(
    ({ 0: said, index }): Word => ({ start: index, end: index + said.length, gain: gainOf(said, change(said)) }),
  );
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < words.length; at += 1) {
    const last = (words[at]?.gain ?? 0) > 0 ? endOfRun(words, at) : null;
    if (last === null) continue;
    const start = Math.max(kept, words[edge(text, words, at, -1)]?.start ?? 0);
    at = edge(text, words, last, 1);
    const end = words[at]?.end ?? text.length;
    parts.push(text.slice(kept, start), change(text.slice(start, end)));
    kept = end;
  }
  return [...parts, text.slice(kept)].join('');
}

const turned = (letter: string): string => {
  const code = letter.charCodeAt(0);
  return String.fromCharCode(code + ((code | 32) < 110 ? 13 : -13));
};

export const rot13: Step = (text) => clearer(text, (said) => said.replace(/[A-Za-z]/g, turned));

const backwards = (said: string): string => [...said].reverse().join('');

export const reversed: Step = (text) => clearer(text, backwards);

/** Each word is written backwards, and their order is kept. */
export const reversedWords: Step = (text) => clearer(text, (said) => said.replace(anyWord, backwards));

const marks = /\p{M}/gu;

/** Text of another language does not become English when it loses its accents. */
export const accented: Step = (text) => clearer(text, (said) => said.normalize('NFD').replace(marks, ''));
