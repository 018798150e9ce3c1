/** Scripts that write words without spaces between them. */
const joined =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const letter = /[\p{L}\p{N}]/u;

const ASCII = Array.from({ length: 128 }, (_, unit) => letter.test(String.fromCharCode(unit)));

const isInWord = (text: string, at: number): boolean => {
  const plain = ASCII[text.charCodeAt(at)];
  if (plain !== undefined) return plain;
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  return letter.test(character) && !joined.test(character);
};

const cutsAtStart = (text: string, start: number): boolean => {
  const before = start > 1 && text.charCodeAt(start - 1) >= 0xdc00 && text.charCodeAt(start - 1) < 0xe000 ? 2 : 1;
  return start > 0 && isInWord(text, start) && isInWord(text, start - before);
};

const cutsAtEnd = (text: string, end: number): boolean =>
  end < text.length && isInWord(text, end) && isInWord(text, end - 1);

const UNKNOWN = 0;
const CUT = 1;
const WHOLE = 2;

/** Made when it is first asked for: most wordings are nowhere in a text. */
function remembered(places: number, isCut: (at: number) => boolean): (at: number) => boolean {
  let known: Uint8Array | null = null;
  return (at) => {
    known ??= new Uint8Array(places);
    if (known[at] === UNKNOWN) known[at] = isCut(at) ? CUT : WHOLE;
    return known[at] === CUT;
  };
}

/** Where a place of a wording would begin or end within a word. */
export interface WordEdges {
  cutsStart(start: number): boolean;
  cutsEnd(end: number): boolean;
}

/** Each place is looked at once, however many wordings begin or end there. */
export const wordEdgesOf = (text: string): WordEdges => ({
  cutsStart: remembered(text.length + 1, (start) => cutsAtStart(text, start)),
  cutsEnd: remembered(text.length + 1, (end) => cutsAtEnd(text, end)),
});
