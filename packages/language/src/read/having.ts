import type { Slot } from '@hippocamp/shared/language/reading';
import { upTo } from '@hippocamp/shared/text/ends';
import type { Attribute } from '../attributes.js';
import { type Clause, type SlotReader, slotOf } from './clause.js';
import { canonicalNoun } from './value.js';

const verbs: [RegExp, Attribute][] = [
  [/^(?:owns?|(?:have|has) (?:got )?(?=(?:an?|one|my own) )) ?(.+)$/, 'has'],
  [/^drives? (.+)$/, 'drives'],
  [/^speaks? (.+)$/, 'speaks'],
  [/^uses? (.+)$/, 'uses'],
  [/^plays? (.+)$/, 'plays'],
];
const end =
  /,| (?:with|for|from|in|at|on|to|since|because|but|so|which|that|who|when|every|as|now|too|called|named|by|while|if|only|during|after|before|about|as well|again)\b|[.!;:(–—]/i;
const vague =
  /^(?:it|this|that|them|up|out|to|with|about|lot|bit|few|look|point|feeling|idea|problem|question|time|chance|day|week|good|great|bad|nice|hard|meeting|appointment|interview|headache|cold|word|minute|second|moment|part|role|games?)\b/;
/** A dog with a name and an allergy are read as such. */
const elsewhere = /\b(?:called|named|whose name|allergy)\b/;
const MOST_WORDS = 4;

const objectsOf = (phrase: string): string[] =>
  upTo(phrase, end)
    .split(/ and | or /)
    .map(canonicalNoun)
    .filter((object) => object !== '' && object.split(' ').length <= MOST_WORDS && !vague.test(object));

const read = (clause: Clause, phrase: string, attribute: Attribute): Slot[] =>
  objectsOf(phrase).map((object) => slotOf(clause, attribute, object));

/** What somebody has, drives, speaks, uses and plays; of these one has many. */
export const readHaving: SlotReader = (clause) => {
  if (clause.subject.kind === 'thing' || elsewhere.test(clause.said)) return [];
  return verbs.flatMap(([pattern, attribute]) => {
    const phrase = pattern.exec(clause.said)?.[1];
    return phrase ? read(clause, phrase, attribute) : [];
  });
};
