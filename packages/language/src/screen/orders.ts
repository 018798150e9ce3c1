import { safeText } from '@hippocamp/shared/text/cleaned';
import { straight } from '../words/verbs.js';
import { backslashes, base64, binary, codes, entities, hex, percent, type Step, textOf } from './disguises/encoded.js';
import { accented, leet, reversed, reversedWords, rot13, runTogether } from './disguises/known-words.js';

const unseen = String.raw`[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]+`;
/** Scripts whose words need no invisible joiners; in others, a zero-width space may end a word. */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Katakana', 'Hangul'];
const letterOfWords = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
const inWords = new RegExp(`(?<=${letterOfWords})${unseen}`, 'gu');

const seen: Step = (text) => text.replace(inWords, '');

const tagged = /[\u{E0020}-\u{E007E}]+/gu;
const TAGS = 0xe0000;

const untagged = (run: string): string =>
  [...run].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? TAGS) - TAGS)).join('');

/** Decodes tag characters, which people do not see but some models read: joined, and with a space between runs. */
function spelt(text: string): string[] {
  const runs = (text.match(tagged) ?? []).map(untagged);
  return runs.length === 0 ? [] : [runs.join(''), runs.join(' ')];
}

const selectors = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{4,}/gu;

const byteOf = (selector: string): number => {
  const code = selector.codePointAt(0) ?? 0;
  return code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16;
};

/** Decodes variation selectors, one byte each. They follow an emoji and are invisible, too. */
const selected: Step = (text, within) =>
  text.replace(selectors, (run) => textOf(Uint8Array.from([...run], byteOf), within) ?? run);

/** Each row has an English letter, then the letters of other scripts and of phonetics that look like it. */
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

/** Changes only words that mix scripts or have phonetic letters, and only if all their letters look Latin. */
const folded = (said: string): string => {
  if (!phonetic.test(said) && !(latin.test(said) && foreign.test(said))) return said;
  const put = [...said].map((letter) => letterOf.get(letter) ?? letter).join('');
  return foreign.test(put) ? said : put;
};

/** Letters in circles, boxes and brackets, full width, raised, and of mathematics. */
const styled =
  /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\u2100-\u2118\u211A-\u2121\u2123-\u2149\u2160-\u217F\u2460-\u2468\u249C-\u24E9\u02B0-\u02B8\u1D2C-\u1D6A\u2071\u207F\u2090-\u209C\u{1D400}-\u{1D7FF}\u{1F110}-\u{1F189}]/gu;
/** One regional indicator, or three and more; two of them make a flag. */
const flags = /(?<!\p{RI})(?:\p{RI}|\p{RI}{3,})(?!\p{RI})/gu;
const inBrackets = /^\(([a-z])\)$/i;
const plainLetter = /^[\p{L}\p{N}]$/u;

const nth = (place: number): string => String.fromCharCode(65 + place);

const plain = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0;
  const place = (code - 0x1f150) % 32;
  // White on black, in circles and boxes: Unicode gives no plain letter for these.
  if (code >= 0x1f150) return code <= 0x1f189 && place < 26 ? nth(place) : sign;
  const letter = sign.normalize('NFKC').replace(inBrackets, '$1');
  return plainLetter.test(letter) ? letter : sign;
};

/** Marks that Unicode composes with no letter: strokes through letters, or piled-up marks. Few languages need them. */
const piled = /(?<=\p{Script=Latin})\p{M}{1,32}/gu;

const bare = (text: string): string => {
  const composed = text.normalize('NFC');
  const put = composed.replace(piled, '');
  return put === composed ? text : put;
};

const lookAlikes: Step = (text) =>
  bare(text)
    .replace(styled, plain)
    .replace(flags, (run) => [...run].map((sign) => nth((sign.codePointAt(0) ?? 0) - 0x1f1e6)).join(''))
    .replace(word, folded);

const noLetter = String.raw`[^\p{L}\p{M}\p{N}\\]`;
const lettersApart = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])\p{L}(?:${noLetter}{1,4}\p{L}){3,}`, 'gu');
const gaps = /[^\p{L}\p{N}]+/gu;
const goesOn = /^[\p{L}\p{M}\p{N}]/u;

const commonest = (found: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const gap of found) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0] as [string, number])[0];
};

/** The last letter may begin the next word, and is then no part of the run. */
const endOf = (run: string, following: string): number =>
  goesOn.test(following) ? ([...run.matchAll(gaps)].at(-1)?.index ?? 0) : run.length;

const aWord = /\p{L}{4}/u;

/** "i g n o r e  a l l": another gap ends a word. Short runs are initials or abbreviations. */
const apart: Step = (text) =>
  text.replace(lettersApart, (run: string, at: number) => {
    const behind = at + run.length;
    const own = run.slice(0, endOf(run, text.slice(behind, behind + 2)));
    const between = commonest(own.match(gaps) ?? []);
    const said = own.replace(gaps, (gap) => (gap === between ? '' : ' '));
    return aWord.test(said) ? said + run.slice(own.length) : run;
  });

const LONGEST = 4000;
/** UTF-16 units between the parts of one order at most. */
const AROUND = 200;

const isHalf = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text[at] ?? '');

const common = (one: string, other: string, most: number, direction: 1 | -1): number => {
  let length = 0;
  const at = (text: string) => (direction === 1 ? text[length] : text[text.length - 1 - length]);
  while (length < most && at(one) === at(other)) length += 1;
  return length;
};

const words = (text: string): string => (text.match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ');

/** Overlapping parts of a reading where it differs from the text. Empty when the words are equal. */
function partsOf(reading: string, text: string): string[] {
  if (!/\p{L}{2}/u.test(reading) || words(reading) === words(text)) return [];
  const most = Math.min(reading.length, text.length);
  const before = common(reading, text, most, 1);
  const behind = common(reading, text, most - before, -1);
  const end = Math.min(reading.length, reading.length - behind + AROUND);
  const parts: string[] = [];
  for (let from = Math.max(0, before - AROUND); from < end; from += LONGEST - AROUND) {
    const start = isHalf(reading, from) ? from + 1 : from;
    const stop = Math.min(end, from + LONGEST);
    parts.push(reading.slice(start, isHalf(reading, stop) ? stop - 1 : stop));
    if (stop === end) break;
  }
  return parts;
}

/** UTF-16 units. A shorter text hides no order. */
const SHORTEST = 16;
const LONGEST_LOOKED_AT = 16_384;
const MOST_READINGS = 8;
const DEEPEST = 2;

/** Order matters: invisible characters first, since they occur within all others, and word searches last. */
const steps: readonly Step[] = [
  ...[selected, seen, lookAlikes, backslashes, entities, percent, binary, hex, codes, base64],
  ...[apart, runTogether, leet, accented, rot13, reversed],
];

/** Takes all steps once. A piece inside a code gets `depth - 1` rounds of its own. */
const once = (text: string, depth: number): string =>
  steps.reduce((said, step) => step(said, (piece) => (depth > 1 ? once(piece, depth - 1) : piece)), text);

/** A disguise may hide another one, so the result of each round goes through the next. */
const readingsOf = (text: string): string[] => {
  const readings: string[] = [];
  for (let last = text; readings.length < DEEPEST; ) {
    const next = once(last, DEEPEST).slice(0, LONGEST_LOOKED_AT).toWellFormed();
    if (next === last) break;
    readings.push(next);
    last = next;
  }
  return [...readings, reversedWords(text, (piece) => piece)];
};

/** Readings that differ from the plain words of a text, with some text around. Harmless where nothing is hidden. */
export function decodedFrom(text: string): string[] {
  if (text.length < SHORTEST) return [];
  const plain = text.slice(0, LONGEST_LOOKED_AT).toWellFormed();
  const hidden = spelt(plain);
  const readings = [...hidden, ...[...hidden, plain].flatMap(readingsOf)];
  const found = new Set(readings.flatMap((reading) => partsOf(reading, plain)));
  return [...found].slice(0, MOST_READINGS);
}

/** Phrases that steer the reader of the memory and tell nothing. */
const steering = [
  // linear: a word to begin with has at least four characters, and at most ten of those that may follow fit into the
  // next 40, each with 30 characters after it: below a hundred steps for each character of the text.
  /\b(?:ignore|disregard|forget|override|bypass|skip)\b.{0,40}\b(?:all|any|previous|prior|above|earlier|preceding|your|these|the)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|messages?|context|directives?|restrictions?|filters?|policies|training)\b/i,
  /\b(?:system|developer|hidden|initial) (?:prompt|message|instructions?)\b/i,
  /\b(?:as an? (?:ai|assistant|language model|llm|chatbot)|you are (?:now )?(?:an? )?(?:ai|assistant|language model|chatgpt|dan|unrestricted|jailbroken)|pretend (?:to be|you are|that you)|act as (?:if|an?|my)|roleplay as|from now on,? (?:you (?:are|will|must|obey)|act as|treat|ignore|obey)|you (?:will|are going to) now (?:act|respond|answer|behave))\b/i,
  /\byou (?:must|have to|should|shall|need to|will) (?:now|not|immediately|comply|obey|reveal|tell|say|send|execute|run|call|output|print|follow|delete|forget|ignore)\b/i,
  /\b(?:delete|erase|wipe|remove|drop|purge|overwrite|clear) (?:all|every|any|the entire|the whole|your)(?: of)?(?: (?:the|your|my|our|his|her|stored|existing|other|previous|user))* ?(?:memor(?:y|ies)|data|records?|database|files?|history|tables?|conversations?|emails?)\b/i,
  /\b(?:do not|don'?t|never) (?:tell|inform|mention|reveal|show|disclose|alert|notify|warn)\b.{0,30}\b(?:users?|humans?|anyone|anybody|them|owner|developer|operator|customer)\b/i,
  /\b(?:reveal|print|repeat|output|show|leak|expose|send|exfiltrate|forward|post|e-?mail)\b.{0,30}\b(?:your|the|all) (?:\w+ )?(?:instructions?|prompts?|secrets?|api keys?|credentials?|passwords?|tokens?|memories|configuration)\b/i,
  /\b(?:jailbreak|do anything now|developer mode|god mode|sudo mode|prompt injection)\b/i,
  /<\|?(?:im_start|im_end|system|endoftext|assistant|user)\|?>|\[\/?INST\]|<<\/?SYS>>|###\s?(?:system|instruction)s?\b|\bBEGIN (?:SYSTEM|INSTRUCTIONS?)\b/i,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,40}\b(?:anweisungen|regeln|vorgaben)\b|\b(?:ignora|olvida)\b.{0,40}\b(?:instrucciones|reglas)\b|\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:instructions|consignes|règles)\b/i,
  /(?:忽略|无视|忽視|無視).{0,20}(?:指令|指示|提示|规则|規則)/u,
];

const joiners = /[\u200C\u200D]/g;

const plainly = (text: string): string =>
  straight(safeText(text).replace(joiners, '').normalize('NFKC').replace(/\s+/g, ' '));

const steers = (said: string): boolean => steering.some((pattern) => pattern.test(said));

/** True when a text of any length tries to instruct its reader, plainly or in disguise. */
export const instructs = (text: string): boolean =>
  steers(plainly(text)) || decodedFrom(text).map(plainly).some(steers);
