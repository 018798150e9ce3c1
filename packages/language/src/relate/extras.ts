import { isFiniteVerb } from '../words/verbs.js';
import type { Difference } from './alignment.js';
import { isRestrictingWord } from './matching/harmless.js';
import type { Token } from './tokens.js';

/** A word that says which thing or whose: what follows it belongs to a noun. */
export const determiner = /^(?:the|an?|my|your|his|her|its|our|their|this|that|these|those)$/;

/** Of these the thing is not what the noun says. */
const privative =
  /^(?:deputy|assistant|vice|acting|interim|former|ex|fake|false|alleged|supposed|toy|model|future|potential|possible|imaginary|fictional|mock|pretend|broken|missing|planned|proposed|virtual|only|last|first|next|other|second|third|wrong|whole|half)$/;
const preposition =
  /^(?:in|on|at|to|from|with|by|for|since|during|after|before|near|over|under|behind|beside|between|through|across|into|of|because|and|as|while|when|where|which|who|so|together|again|yesterday|today|tonight|called|named)$/;
/** They take back what was said, or limit it. */
const restricting =
  /^(?:except|unless|until|without|only|if|but|instead|rather|provided|almost|nearly|hardly|barely|not|like|half|and|or|to|into|of|from)$/;

const isAdjective = ({ kind, word, before }: Token, first: boolean): boolean =>
  kind === 'word' &&
  !privative.test(word) &&
  !isRestrictingWord(word) &&
  !isFiniteVerb(word) &&
  (!first || determiner.test(before));

const MOST_ADJECTIVES = 2;

/** "the old harbour" is a harbour. */
const areAdjectives = (tokens: readonly Token[]): boolean =>
  tokens.length <= MOST_ADJECTIVES &&
  tokens.every(
    (token, place) => isAdjective(token, place === 0) && (place === 0 || token.before === tokens[place - 1]?.word),
  );

/** "at dawn", "in May", ", because …": what comes after a whole statement and tells more. */
const isAddition = ([first, ...rest]: readonly Token[]): boolean => {
  if (!first || [first, ...rest].some(({ word }) => restricting.test(word))) return false;
  return (
    first.kind === 'date' ||
    first.before.endsWith(',') ||
    preposition.test(first.before) ||
    preposition.test(first.word)
  );
};

/** What a known statement says besides does not change what it shares with the claim. */
export const isHarmless = ({ known, place }: Difference): boolean => {
  if (known.every(({ kind }) => kind === 'date')) return true;
  return areAdjectives(known) || (place === 'end' && isAddition(known));
};
