import { type Step, textOf } from './encoded.js';

const unseen = String.raw`[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]+`;
/** Scripts of words that need no joiners; in others a space without a width is where a word ends. */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Katakana', 'Hangul'];
const letterOfWords = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
const inWords = new RegExp(`(?<=${letterOfWords})${unseen}`, 'gu');

/** Words without what nobody sees in them. */
export const seen: Step = (text) => text.replace(inWords, '');

const tagged = /[\u{E0020}-\u{E007E}]+/gu;
const TAGS = 0xe0000;

const untagged = (run: string): string =>
  [...run].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? TAGS) - TAGS)).join('');

/** What tag characters spell, which some models read though nobody sees it: as one word, and as one for each run of them. */
export function spelt(text: string): string[] {
  const runs = (text.match(tagged) ?? []).map(untagged);
  return runs.length === 0 ? [] : [runs.join(''), runs.join(' ')];
}

const selectors = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{4,}/gu;

const byteOf = (selector: string): number => {
  const code = selector.codePointAt(0) ?? 0;
  return code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16;
};

/** What selectors of variants spell, one byte each: they follow an emoji, and nobody sees them either. */
export const selected: Step = (text, within) =>
  text.replace(selectors, (run) => textOf(Uint8Array.from([...run], byteOf), within) ?? run);

/** Letters of other scripts, and Latin ones of phonetics, that are taken for a letter of English; each row begins with that. */
const rows = `aаαɑᴀ bЬʙᴃ cсϲᴄ dԁᴅ eеεᴇҽ fғꜰ gɡɢց hһнʜհ iіιɪӏ jјᴊ kкκᴋ lⅼʟ mмᴍ nпηɴո oоοσᴏօ pрρᴘ qԛǫզ rгʀ sѕꜱ tтτᴛ uυսᴜц
  vνѵᴠ wԝωᴡա xхχ yуγүʏ zᴢ AАΑᎪ BВΒᏴ CСϹᏟ DᎠ EЕΕᎬ FϜ GᏀԌ HНΗᎻ IІΙӀ JЈᎫ KКΚᏦ LᏞ MМΜᎷ NΝ OОΟՕ PРΡᏢ QԚ RᎡ SЅᏚՏ TТΤᎢ UՍ VѴᏙ
  WԜᎳ XХΧ YҮΥ ZΖᏃ`;

const letterOf = new Map(
  rows.split(/\s+/).flatMap((row) => {
    const [letter = '', ...alike] = row;
    return alike.map((each) => [each, letter] as const);
  }),
);

const word = /[\p{L}\p{M}]+/gu;
const latin = /\p{Script=Latin}/u;
const foreign = /[^\p{Script=Latin}\p{Script=Inherited}\p{Script=Common}]/u;
const phonetic = /[ɑᴀʙᴃᴄᴅᴇꜰɡɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ]/u;

/** A word of one script is what it is, and so is one with letters that look like no other. */
const folded = (said: string): string => {
  if (!phonetic.test(said) && !(latin.test(said) && foreign.test(said))) return said;
  const put = [...said].map((letter) => letterOf.get(letter) ?? letter).join('');
  return foreign.test(put) ? said : put;
};

/** Letters in circles, boxes and brackets, full width, raised, and of mathematics. */
const styled =
  /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\u2100-\u2118\u211A-\u2121\u2123-\u2149\u2160-\u217F\u2460-\u2468\u249C-\u24E9\u02B0-\u02B8\u1D2C-\u1D6A\u2071\u207F\u2090-\u209C\u{1D400}-\u{1D7FF}\u{1F110}-\u{1F189}]/gu;
/** One alone, or more than the two of a flag. */
const flags = /(?<!\p{RI})(?:\p{RI}|\p{RI}{3,})(?!\p{RI})/gu;
const inBrackets = /^\(([a-z])\)$/i;
const plainLetter = /^[\p{L}\p{N}]$/u;

const nth = (place: number): string => String.fromCharCode(65 + place);

const plain = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0;
  const place = (code - 0x1f150) % 32;
  // White on black, in circles and in boxes: Unicode names no letter for those.
  if (code >= 0x1f150) return code <= 0x1f189 && place < 26 ? nth(place) : sign;
  const letter = sign.normalize('NFKC').replace(inBrackets, '$1');
  return plainLetter.test(letter) ? letter : sign;
};

/** Marks that no letter of Unicode has: letters struck through, or with marks piled up; few languages need them. */
const piled = /(?<=\p{Script=Latin})\p{M}{1,32}/gu;

const bare = (text: string): string => {
  const composed = text.normalize('NFC');
  const put = composed.replace(piled, '');
  return put === composed ? text : put;
};

/** Letters that stand for others put right, within otherwise Latin words; real words of other scripts stay. */
export const lookAlikes: Step = (text) =>
  bare(text)
    .replace(styled, plain)
    .replace(flags, (run) => [...run].map((sign) => nth((sign.codePointAt(0) ?? 0) - 0x1f1e6)).join(''))
    .replace(word, folded);

const noLetter = String.raw`[^\p{L}\p{M}\p{N}\\]`;
const lettersApart = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])\p{L}(?:${noLetter}{1,4}\p{L}){3,}`, 'gu');
const gaps = /[^\p{L}\p{N}]+/gu;
const goesOn = /^[\p{L}\p{M}\p{N}]/u;

/** What stands between most of the letters. */
const commonest = (found: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const gap of found) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0] as [string, number])[0];
};

/** The last letter may be the first one of a word, which is no part of the run. */
const endOf = (run: string, following: string): number =>
  goesOn.test(following) ? ([...run.matchAll(gaps)].at(-1)?.index ?? 0) : run.length;

const aWord = /\p{L}{4}/u;

/** "i g n o r e  a l l": where another gap stands, a word ends. Short ones are initials, and names of countries. */
export const apart: Step = (text) =>
  text.replace(lettersApart, (run: string, at: number) => {
    const behind = at + run.length;
    const own = run.slice(0, endOf(run, text.slice(behind, behind + 2)));
    const between = commonest(own.match(gaps) ?? []);
    const said = own.replace(gaps, (gap) => (gap === between ? '' : ' '));
    return aWord.test(said) ? said + run.slice(own.length) : run;
  });
