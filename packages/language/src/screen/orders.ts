import { safeText } from '@hippocamp/shared/text/cleaned';
import { straight } from '../words/verbs.js';
import { backslashes, base64, binary, codes, entities, hex, percent, type Step } from './disguises/encoded.js';
import { accented, leet, reversed, reversedWords, rot13, runTogether } from './disguises/known-words.js';
import { apart, lookAlikes, seen, selected, spelt } from './disguises/letters.js';

const LONGEST = 4000;
/** As far as what belongs to one order may lie apart. */
const AROUND = 200;

const isHalf = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text[at] ?? '');

/** How much two texts have in common from their beginnings on; with `-1`, from their ends on. */
const common = (one: string, other: string, most: number, direction: 1 | -1): number => {
  let length = 0;
  const at = (text: string) => (direction === 1 ? text[length] : text[text.length - 1 - length]);
  while (length < most && at(one) === at(other)) length += 1;
  return length;
};

const words = (text: string): string => (text.match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ');

/** Where a reading differs from the text and what stands around that, in parts that overlap; none where its words are the same. */
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

/** UTF-16 units: in less no order is hidden. */
const SHORTEST = 16;
const LONGEST_LOOKED_AT = 16_384;
const MOST_READINGS = 8;
const DEEPEST = 2;

/** What is unseen goes first, as it stands within all else; what looks for words goes last. */
const steps: readonly Step[] = [
  ...[selected, seen, lookAlikes, backslashes, entities, percent, binary, hex, codes, base64],
  ...[apart, runTogether, leet, accented, rot13, reversed],
];

/** All disguises put right once, each in its place; as many times more within a piece as `depth` has left. */
const once = (text: string, depth: number): string =>
  steps.reduce((said, step) => step(said, (piece) => (depth > 1 ? once(piece, depth - 1) : piece)), text);

/** A disguise within a disguise: what a pass gives goes through another. */
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

/**
 * What a text says in disguise: each reading of it that differs from its plain words, with some of what stands around. Texts
 * that hide nothing give none, or a harmless one.
 */
export function decodedFrom(text: string): string[] {
  if (text.length < SHORTEST) return [];
  const plain = text.slice(0, LONGEST_LOOKED_AT).toWellFormed();
  const hidden = spelt(plain);
  const readings = [...hidden, ...[...hidden, plain].flatMap(readingsOf)];
  const found = new Set(readings.flatMap((reading) => partsOf(reading, plain)));
  return [...found].slice(0, MOST_READINGS);
}

/** What wants to steer the reader of the memory, not to tell something. */
const steering = [
  // linear: a word to begin with has at least four characters, and at most ten of those that may follow fit into the next 40, each
  // with 30 characters after it: below a hundred steps for each character of the text.
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

/** As a model reads it: letters of other widths and styles are letters, and nothing unseen stands within a word. */
const plainly = (text: string): string =>
  straight(safeText(text).replace(joiners, '').normalize('NFKC').replace(/\s+/g, ' '));

const steers = (said: string): boolean => steering.some((pattern) => pattern.test(said));

/** Whether a text of any length tries to instruct whoever reads it, in what is plain of it or in disguise. */
export const instructs = (text: string): boolean =>
  steers(plainly(text)) || decodedFrom(text).map(plainly).some(steers);
