import type { Statement } from '@hippocamp/shared/language/statement';
import { withoutEnd } from '@hippocamp/shared/text/ends';
import { readFacts, SELF } from '../read/read-facts.js';

/** What a head is told of a statement besides its vector. */
export type Featured = Pick<Statement, 'words' | 'spoken' | 'kind' | 'heading' | 'question'>;

/** In UTF-16 units: what a statement is worth, its beginning tells. */
const LOOKED_AT = 500;

const token = /[\p{L}\p{M}]+(?:['’][\p{L}]+)*|\d+|[?!:;"“”%€$£@/]/gu;

/** A statement with what it answers or stands under, without which it may say nothing. */
export const toldText = ({ spoken, heading, question }: Pick<Featured, 'spoken' | 'heading' | 'question'>): string => {
  const before = question ?? heading;
  return (before === null ? spoken : `${before.slice(0, LOOKED_AT)}: ${spoken}`).slice(0, LOOKED_AT);
};

const signsAtEnd = /[\s\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}\p{Join_Control}]/u;

/** Without the emoji at its end, which say how something is meant and not whether it tells anything. */
export const plainSpoken = (spoken: string): string => withoutEnd(spoken, signsAtEnd) || spoken;

/** Any number is as good as another. */
const tokensOf = (text: string): string[] =>
  (text.toLowerCase().replaceAll('’', "'").match(token) ?? []).map((found) => (/\d/.test(found) ? '0' : found));

/** Words, pairs of words, and which words it begins and ends with; each with how often it stands there. */
export function wordFeatures(statement: Featured): Map<string, number> {
  const tokens = tokensOf(toldText(statement));
  const own = tokensOf(statement.spoken.slice(0, LOOKED_AT));
  const found = new Map<string, number>();
  const add = (name: string) => found.set(name, (found.get(name) ?? 0) + 1);
  for (const [place, word] of tokens.entries()) {
    add(word);
    const next = tokens[place + 1];
    if (next !== undefined) add(`${word} ${next}`);
  }
  if (own[0] !== undefined) add(`^${own[0]}`);
  if (own.length > 1) add(`^${own[0]} ${own[1]}`);
  if (own.length > 0) add(`${own.at(-1)}$`);
  return found;
}

const share = (text: string, pattern: RegExp): number => (text.match(pattern)?.length ?? 0) / Math.max(1, text.length);

/** What the rules can read of it. */
function readFeatures(text: string): number[] {
  const { slots, names, dates, negated } = readFacts(text, null);
  const ofSelf = slots.some(({ subject }) => subject === SELF);
  return [slots.length > 0, ofSelf, names.length > 0, dates.length > 0, negated].map(Number);
}

/** What its form tells, each 0..1 or nearly; in the order of `formNames`. */
export function formFeatures({ spoken, kind, heading, question }: Featured): number[] {
  const text = spoken.slice(0, LOOKED_AT);
  const words = text.split(/\s+/).length;
  const end = withoutEnd(text, /[^\p{L}\p{N}.!?…]/u);
  return [
    Math.min(words, 40) / 40,
    Number(words <= 3),
    Math.log1p(text.length) / 6,
    Number(text.includes('?')),
    Number(/\?[!?.…]?$/.test(end)),
    Number(text.includes('!')),
    Number(text.includes(':')),
    Number(/["“”«»]/.test(text)),
    Math.min(1, 5 * share(text, /\d/g)),
    Number(/\d/.test(text)),
    Math.min(1, 5 * share(text, /\p{Lu}/gu)),
    Number(/^\p{Ll}/u.test(text)),
    Number(/[^.!?]\s\p{Lu}\p{Ll}/u.test(text)),
    Number(/[.!?…]$/.test(end)),
    Number(/\p{Extended_Pictographic}/u.test(text.replace(/[\d#*]/g, ''))),
    Number(/\p{L}ed\b/u.test(text)),
    Number(/\p{L}ing\b/u.test(text)),
    ...readFeatures(text),
    Number(kind === 'log'),
    Number(kind === 'row' || kind === 'member'),
    Number(heading !== null),
    Number(question !== null),
  ];
}

export const formNames = [
  ...[
    'length',
    'three words or fewer',
    'characters',
    'a question mark',
    'a question at its end',
    'an exclamation',
    'a colon',
  ],
  ...['quotation marks', 'share of digits', 'digits', 'share of capitals', 'a small letter first', 'a capital within'],
  ...['a full stop', 'an emoji', 'a form on -ed', 'a form on -ing'],
  ...['a fact that can be read', 'one of the first person', 'a name', 'a date', 'a denial'],
  ...['a line of a log', 'a row', 'a heading', 'an answer'],
] as const;
