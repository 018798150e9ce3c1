import type { Step } from './step.js';

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
