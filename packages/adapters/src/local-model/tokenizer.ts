/** As in BERT's uncased models (Devlin et al. 2019): without accents, split at signs and Chinese characters. */

const invisible = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
const chinese =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
const accents = /\p{Mn}/gu;
/** One sign, or a run without signs and spaces. Some ASCII signs are symbols to Unicode. */
const pieces = /[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{Z}\t\n\r]+/gu;

/** By character, so a Greek final sigma is no special case. */
const lowerCase = (text: string): string => Array.from(text, (character) => character.toLowerCase()).join('');

const normalised = (text: string): string => {
  const visible = text.replace(invisible, '').replace(chinese, ' $& ');
  return lowerCase(visible.normalize('NFD').replace(accents, ''));
};

const wordsAndSigns = (text: string): string[] => normalised(text).match(pieces) ?? [];

export type Tokenize = (text: string) => number[];

/** The model's limit; the rest of a text is cut off. */
export const MOST_TOKENS = 256;

/** UTF-16 units read: English reaches `MOST_TOKENS` before 2,000, and a text of signs must not hold up a thread. */
const MOST_CHARACTERS = 16_384;

/** A longer word is unknown. */
const LONGEST_WORD = 100;

const BEGINNING = '[CLS]';
const END = '[SEP]';
const UNKNOWN = '[UNK]';
/** Begins an entry that goes on with a word. */
const CONTINUED = '##';

interface Vocabulary {
  ids: ReadonlyMap<string, number>;
  /** UTF-16 units of the longest entry: no part of a word is longer. */
  longest: number;
}

/** An end within a character is in no entry, so it needs no care. */
function longestAt(word: string, start: number, { ids, longest }: Vocabulary) {
  const mark = start === 0 ? '' : CONTINUED;
  for (let end = Math.min(word.length, start + longest); end > start; end -= 1) {
    const id = ids.get(mark + word.slice(start, end));
    if (id !== undefined) return { id, end };
  }
  return null;
}

/** A word in parts, greedily (WordPiece, Wu et al. 2016); null where a part is in no entry. */
function partsOf(word: string, vocabulary: Vocabulary): number[] | null {
  if (Array.from(word).length > LONGEST_WORD) return null;
  const parts: number[] = [];
  for (let start = 0; start < word.length; ) {
    const found = longestAt(word, start, vocabulary);
    if (!found) return null;
    parts.push(found.id);
    start = found.end;
  }
  return parts;
}

const idOf = (entry: string, ids: ReadonlyMap<string, number>): number => {
  const id = ids.get(entry);
  if (id === undefined) throw new Error(`the vocabulary has no ${entry}`);
  return id;
};

const lengthOf = (entry: string): number => entry.length - (entry.startsWith(CONTINUED) ? CONTINUED.length : 0);

const createCutter = (ids: ReadonlyMap<string, number>) => {
  const unknown = idOf(UNKNOWN, ids);
  const longest = [...ids.keys()].reduce((most, entry) => Math.max(most, lengthOf(entry)), 0);
  return (text: string, most: number): number[] => {
    const pieces: number[] = [];
    for (const word of wordsAndSigns(text.slice(0, MOST_CHARACTERS))) {
      pieces.push(...(partsOf(word, { ids, longest }) ?? [unknown]));
      if (pieces.length >= most) break;
    }
    return pieces.slice(0, most);
  };
};

/** The tokenizers of a thread share one map for the same list. */
const known = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function idsIn(vocabulary: readonly string[]): ReadonlyMap<string, number> {
  const ids = known.get(vocabulary) ?? new Map(vocabulary.map((entry, id) => [entry, id]));
  known.set(vocabulary, ids);
  return ids;
}

/** `vocabulary` has an entry for each id. Text never becomes a mark: `[SEP]` in it is three signs and a word. */
export function createTokenizer(vocabulary: readonly string[]): Tokenize {
  const ids = idsIn(vocabulary);
  const [beginning, end] = [idOf(BEGINNING, ids), idOf(END, ids)];
  const cut = createCutter(ids);
  return (text) => [beginning, ...cut(text, MOST_TOKENS - 2), end];
}

/** Tokens of each of two texts, more than nearly all statements have. */
const MOST_OF_A_PAIR = 96;

export function createPairTokenizer(vocabulary: readonly string[]): (first: string, second: string) => number[] {
  const ids = idsIn(vocabulary);
  const [beginning, end] = [idOf(BEGINNING, ids), idOf(END, ids)];
  const cut = createCutter(ids);
  return (first, second) => [beginning, ...cut(first, MOST_OF_A_PAIR), end, ...cut(second, MOST_OF_A_PAIR), end];
}
