import type { Kept } from '@hippocamp/shared/language/judgement';
import type { Statement } from '@hippocamp/shared/language/statement';
import { READ_WHOLE, type Verdict } from '@hippocamp/shared/language/verdict';
import type { Tier } from '@hippocamp/shared/schemas/common';
import { terms } from '@hippocamp/shared/text/terms';
import { correctionIn } from '../segment/statements/leaning.js';
import { hasVerb } from '../words/verbs.js';

const SHORTEST_FOREIGN = 6;
const LEAST_LETTERS = 0.5;

/** Mostly signs or digits: a drawing, a sum, a ruler, a row of emoji. */
const isMostlySigns = (words: string): boolean => {
  const signs = words
    .slice(0, 1000)
    .replace(/https?:\S+/g, 'address')
    .replace(/\s+/g, '');
  const letters = signs.match(/[\p{L}\p{M}]/gu)?.join('').length ?? 0;
  return letters < signs.length * LEAST_LETTERS && !/\p{L}{3}/u.test(signs.replace(/\p{N}/gu, ' '));
};

function saysEnough(words: string): boolean {
  if (isMostlySigns(words)) return false;
  const count = terms(words.slice(0, 1000)).length;
  // Scripts that write words without spaces need another measure of length.
  if (!/\p{Script=Latin}/u.test(words)) return count > 0 && [...words.slice(0, 40)].length >= SHORTEST_FOREIGN;
  return count > 0;
}

const hasWords = ({ kind, heading, words }: Statement): boolean =>
  kind === 'item' && heading !== null ? /\p{L}{3}/u.test(words) : saysEnough(words) || correctionIn(words) !== null;

/** The reason why nobody wants a statement, as it goes on after "it". Null where somebody may want it. */
export function isOfNobody(statement: Statement): string | null {
  const { kind, role, question, after, borrowed } = statement;
  if (role === 'system') return 'tells an assistant what it is';
  if (borrowed) return 'is said for somebody else, for its wording, or in a play';
  const isByForm = kind === 'row' || kind === 'log' || kind === 'member';
  return isByForm || role === 'assistant' || question !== null || after !== null || hasWords(statement)
    ? null
    : 'has too few words to mean something';
}

/** Topics by their commonest words; a client may give others. */
const tagCues: Record<string, RegExp> = {
  health:
    /\b(?:allerg\w+|intoleran\w+|doctor|hospital|physio\w*|medication|medicine|dentist|sick|ill|pain|surgery|knee|throat|diabet\w+|asthma\w*)\b/i,
  work: /\b(?:job|work(?:s|ing)?|office|boss|colleagues?|meeting|project|client|deadline|salary|interview|career)\b/i,
  travel: /\b(?:trip|travel\w*|flight|train|ferry|sail\w*|hotel|holiday|vacation|airport|visa|passport|tickets?)\b/i,
  home: /\b(?:flat|apartment|house|rent|landlord|moving|kitchen|lease|garden|balcony)\b/i,
  food: /\b(?:food|eat\w*|cook\w*|bak(?:e|es|ing)|restaurant|coffee|espresso|tea|breakfast|lunch|dinner|vegan|vegetarian|recipe|cake|milk|hazelnuts?|nuts?)\b/i,
  money: /[€$£]\s?\d|\b(?:euros?|dollars?|pounds?|price|costs?|paid|budget|invoice|rent)\b/i,
  family:
    /\b(?:mother|father|mum|mom|dad|sister|brother|wife|husband|son|daughter|parents|grandm\w+|grandf\w+|cousin|aunt|uncle|kids?)\b/i,
  pets: /\b(?:dog|cat|puppy|kitten|terrier|pet|pets|hamster|parrot)\b/i,
};

const tagsOf = (words: string): string[] =>
  Object.entries(tagCues).flatMap(([tag, pattern]) => (pattern.test(words) ? [tag] : []));

const ASKS = 0.7;

export const asks = (verdict: Verdict): boolean => verdict.asks >= ASKS;

/**
 * The probability from which few words may correct the same person's earlier statement. On authors outside the training
 * data it finds four in five corrections, and one in forty other statements.
 */
const CORRECTS = 0.3;

/** "I play the cello", said after "My sister moved", says by itself what it is about. */
const standsAlone = /^(?:i|my|we|our|he|his|she|her|they|their|the)(?:['’]\p{L}+)? (?!mean)/iu;

export const corrects = ({ words }: Pick<Statement, 'words'>, verdict: Verdict): boolean =>
  verdict.corrects >= CORRECTS && !(standsAlone.test(words) && hasVerb(words));

/**
 * The `keep` that a question needs, and that a very short statement needs; the UTF-8 bytes at which half of the latter is
 * enough, and how fast it falls beyond. Bytes count, because a Hangul or Chinese sign (three bytes) says about as much as
 * three letters.
 */
const [LEAST_OF_QUESTION, LEAST, HALVED, FALL] = [0.2, 0.3, 15, 2.5];

const encoder = new TextEncoder();

/** The probability of not being meant from which a statement tells nothing. */
const UNMEANT = 0.95;

/** The probability from which it may be meant otherwise: a wish, a joke, another's words. */
const PERHAPS_UNMEANT = 0.3;

export const perhapsUnmeant = (verdicts: readonly Verdict[]): boolean =>
  verdicts.some(({ unmeant }) => unmeant >= PERHAPS_UNMEANT);

/**
 * In doubt a statement is kept: a missing fact costs three times as much as a memory that tells nothing. The longer a
 * statement, the lower the bound, since few words are mostly a nod. Length says nothing about a question.
 */
export function isTold({ words }: Pick<Statement, 'words'>, verdict: Verdict): boolean {
  const longer = (encoder.encode(words).length / HALVED) ** FALL;
  const least = asks(verdict) ? LEAST_OF_QUESTION : LEAST / (1 + longer);
  return verdict.unmeant < UNMEANT && verdict.keep >= least;
}

/**
 * The probability from which a person has to review a statement. On authors outside the training data, two of a
 * thousand statements reach it, and three in four of those that steer.
 */
const STEERS = 0.1;

/** The same for what is no sentence. Code, which no training data has, reaches the other in a third of all snippets. */
const ASIDE_STEERS = 0.5;

const tierNames: Record<Tier, string> = {
  semantic: 'a lasting fact',
  episodic: 'something that happened or is to happen',
  short_term: 'a passing state',
};

const round = (value: number) => Math.round(value * 100) / 100;
const percent = (share: number) => `${Math.round(100 * share)} %`;

/** A letter may stand for many (U+FDFA for eighteen), and a judge reads so many bytes of what they stand for. */
const isReadWhole = (text: string): boolean => {
  const bytes = Buffer.byteLength(text.normalize('NFKC'));
  return bytes <= READ_WHOLE || bytes <= Buffer.byteLength(text);
};

/** True for an attempt to steer the memory or its reader, plain or disguised. Without verdicts on all of it its wording decides. */
export const steers = (
  { instructs, words, disguised, aside }: Pick<Statement, 'instructs' | 'words' | 'disguised' | 'aside'>,
  verdicts: readonly Verdict[],
): boolean => {
  const least = aside && !instructs ? ASIDE_STEERS : STEERS;
  if (verdicts.some((verdict) => verdict.steers >= least)) return true;
  return instructs && (verdicts.length === 0 || ![words, ...disguised].every(isReadWhole));
};

/** The `keep` from which the importance counts in full. */
const SURE = 0.3;

/** An importance of 1 gives 0.2 and 3 gives 0.8, and half of that where `keep` is 0. */
const importanceOf = (importance: number, keep: number): number =>
  (0.2 + 0.3 * (importance - 1)) * (0.5 + 0.5 * Math.min(1, keep / SURE));

const lasting: readonly Tier[] = ['semantic', 'episodic', 'short_term'];

const tierOf = ({ tiers }: Verdict): Tier =>
  lasting.reduce((first, tier) => (tiers[tier] > tiers[first] ? tier : first), 'semantic');

/** Statements count from this share of the highest `keep`. */
const COUNTS = 0.6;

function lastingOf(verdicts: readonly Verdict[], most: number): { tier: Tier; by: Verdict } | undefined {
  const counting = verdicts.filter(({ keep }) => keep >= COUNTS * most);
  const rated = counting.map((by) => ({ tier: tierOf(by), by }));
  return rated.sort((one, other) => lasting.indexOf(one.tier) - lasting.indexOf(other.tier))[0];
}

type Rating = Omit<Kept, 'keep' | 'joined' | 'instructs' | 'by' | 'tags'>;

/** An assistant's statement is an event of the talk. It matters as far as somebody returns to it. */
const ofAssistant: Rating = {
  tier: 'episodic',
  importance: 0.2,
  confidence: 0.4,
  rationale: 'What the assistant told.',
};

/** A statement without a verdict stays in the tier that never expires. */
const unread: Rating = {
  tier: 'semantic',
  importance: 0.5,
  confidence: 0.4,
  rationale: 'Kept without being read: no model judges texts here.',
};

function read(verdicts: readonly Verdict[]): Rating {
  const keep = Math.max(...verdicts.map((verdict) => verdict.keep));
  const { tier, by } = lastingOf(verdicts, keep) ?? { tier: 'episodic', by: undefined };
  const sure = by ? ` (${percent(by.tiers[tier])})` : '';
  return {
    tier,
    importance: round(importanceOf(Math.max(...verdicts.map(({ importance }) => importance)), keep)),
    confidence: round(0.3 + 0.65 * keep),
    rationale: `Tells something (${percent(keep)} sure), and is taken for ${tierNames[tier]}${sure}.`,
  };
}

export function verdictOf(
  { words, role }: Pick<Statement, 'words' | 'role'>,
  verdicts: readonly Verdict[],
): Omit<Kept, 'keep' | 'joined' | 'instructs' | 'by'> {
  const tags = tagsOf(words);
  if (role === 'assistant') return { ...ofAssistant, tags };
  return { ...(verdicts.length === 0 ? unread : read(verdicts)), tags };
}
