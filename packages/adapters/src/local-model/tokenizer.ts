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

function longestAt(word: readonly string[], start: number, ids: ReadonlyMap<string, number>) {
  const mark = start === 0 ? '' : '##';
  for (let end = word.length; end > start; end -= 1) {
    const id = ids.get(mark + word.slice(start, end).join(''));
    if (id !== undefined) return { id, end };
  }
  return null;
}

/** A word in parts, greedily (WordPiece, Wu et al. 2016); null where a part is in no entry. */
function partsOf(word: string, ids: ReadonlyMap<string, number>): number[] | null {
  const characters = Array.from(word);
  if (characters.length > LONGEST_WORD) return null;
  const parts: number[] = [];
  for (let start = 0; start < characters.length; ) {
    const found = longestAt(characters, start, ids);
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

const createCutter = (ids: ReadonlyMap<string, number>) => {
  const unknown = idOf(UNKNOWN, ids);
  return (text: string, most: number): number[] => {
    const pieces: number[] = [];
    for (const word of wordsAndSigns(text.slice(0, MOST_CHARACTERS))) {
      pieces.push(...(partsOf(word, ids) ?? [unknown]));
      if (pieces.length >= most) break;
    }
    return pieces.slice(0, most);
  };
};

const idsIn = (vocabulary: readonly string[]): ReadonlyMap<string, number> =>
  new Map(vocabulary.map((entry, id) => [entry, id]));

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
