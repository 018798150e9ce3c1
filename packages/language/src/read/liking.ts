import type { Slot } from '@hippocamp/shared/language/reading';
import { upTo, withoutEnd } from '@hippocamp/shared/text/ends';
import { terms } from '@hippocamp/shared/text/terms';
import { type Clause, type SlotReader, yesOrNo } from './clause.js';
import { canonicalNoun } from './value.js';

const likes =
  /^(?:likes?|loves?|enjoys?|adores?|(?:am|is) (?:really |very )?(?:fond of|into|keen on|crazy about)|(?:am|is) an? (?:big |huge |great |real )?fan of) (.+)$/;
const hates = /^(?:hates?|dislikes?|detests?|cannot stand|cannot bear|loathes?) (.+)$/;
const prefers = /^prefers? (.+?) (?:to|over|rather than) (.+)/;
const allergic =
  /^(?:am|is|have been|has been) (?:also |very |severely |highly |badly |deathly |mildly )?allergic to (.+)$/;
const allergy =
  /^(?:have|has|suffers? from) (?:got )?(?:an? )?(?:(?:severe|bad|mild|serious|nasty) )?(?:([\p{L} ]{2,30}?) allergy|allergy to (.+))$/u;

const reason =
  /,? (?:because|since|as it|as they|so|but|and (?:i|my|he|she|it|they|we|that|so)|which|that is why)\b|[,;:(–—]/i;
const closing = /[.!]/;
const emphasis =
  / (?:a lot|very much|so much|too|as well|the most|more than anything|again|now|these days|nowadays|as ever|to bits|either|at all|though|really)$/i;
const conditional =
  /\b(?:neither|nor|no|not|nothing|nobody|none|few|less|fewer|when|if|unless|while|until|only|sometimes|most|some|certain|how|where|who|what|whoever|more than|less than|as much as|better than|that|but|except|than|after|before|during|to be|would)\b/i;
const pronoun =
  /^(?:it|this|that|them|him|her|you|me|us|myself|himself|herself|each other|one another|there|here|how|what|when|being|both|nothing|anything|everything|all of|one|ones?)\b/i;
const MOST_WORDS = 5;

/** Several may follow one another: "a lot these days". */
const withoutEmphasis = (phrase: string): string => {
  let rest = phrase;
  for (let found = emphasis.exec(rest); found; found = emphasis.exec(rest)) rest = rest.slice(0, found.index);
  return rest;
};

/** "to swim" and "swimming" are the same pastime. */
const objectKey = (phrase: string): string | null => {
  const words = withoutEmphasis(phrase.trim()).trim();
  if (words === '' || pronoun.test(words) || conditional.test(words) || /["?]/.test(words)) return null;
  const activity = /^(?:to )?(\p{Ll}+)(.*)/u.exec(words);
  const isActivity = words.startsWith('to ') || /^\p{Ll}{3,}ing\b/u.test(words);
  const key =
    isActivity && activity
      ? `${terms(activity[1] ?? '')[0] ?? activity[1]}${activity[2] ?? ''}`.toLowerCase()
      : canonicalNoun(words);
  return key !== '' && key.split(' ').length <= MOST_WORDS ? key : null;
};

/** "tea and coffee" are two; longer phrases may belong together. */
const objectsOf = (phrase: string): string[] => {
  const clean = withoutEnd(upTo(phrase, reason), closing);
  const parts = clean.split(/ (?:and|or) /);
  const separate = parts.every((part) => part.trim().split(' ').length <= 2) ? parts : [clean];
  const keys = separate.map(objectKey);
  return keys.every((key) => key !== null) ? keys.filter((key) => key !== null) : [];
};

const listed = (phrase: string): string[] => {
  const clean = upTo(withoutEnd(phrase, closing), /,? (?:because|since|so|but|which)\b/);
  if (conditional.test(clean)) return [];
  return clean
    .split(/, (?:and |or )?| (?:and|or) /)
    .map((part) => canonicalNoun(withoutEmphasis(part)))
    .filter((part) => part !== '' && part.split(' ').length <= 3 && !pronoun.test(part));
};

const readAllergy = (clause: Clause): Slot[] => {
  const { said, negated } = clause;
  const found = allergic.exec(said) ?? allergy.exec(said);
  const what = found?.[1] ?? found?.[2];
  return what ? listed(what).map((cause) => yesOrNo(clause, `allergic_to:${cause}`, !negated)) : [];
};

const readPreference = (clause: Clause): Slot[] => {
  const found = prefers.exec(clause.said);
  if (!found?.[1] || !found[2] || clause.negated) return [];
  const chosen = objectKey(found[1].replace(/^to /, ''));
  const other = objectKey(withoutEnd(upTo(found[2], reason), closing));
  if (chosen === null || other === null) return [];
  const pair = [chosen, other].sort().join('|');
  return [{ ...yesOrNo(clause, `prefers:${pair}`, true), value: chosen }];
};

/** Tastes and allergies: each object is an attribute of its own that is so or is not so. */
export const readLiking: SlotReader = (clause) => {
  const { said, negated, subject } = clause;
  if (subject.kind === 'thing') return [];
  const liked = likes.exec(said)?.[1];
  if (liked) return objectsOf(liked).map((object) => yesOrNo(clause, `likes:${object}`, !negated));
  // "does not hate" is not "likes".
  const hated = negated ? undefined : hates.exec(said)?.[1];
  if (hated) return objectsOf(hated).map((object) => yesOrNo(clause, `likes:${object}`, false));
  return [...readPreference(clause), ...readAllergy(clause)];
};
