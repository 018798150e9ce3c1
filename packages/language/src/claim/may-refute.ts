import type { MemoryToRead } from '@hippocamp/shared/language/claim';
import { tellsChange } from '../compare/observations.js';
import { type SentenceView, type Token, viewOf } from '../compare/sentence-view.js';
import { denialsIn } from '../words/verbs.js';
import { areOfOneKind, areSiblings } from './lexicon/exclusive.js';
import { meaningsOf } from './lexicon/lexicon.js';
import { meaningsOppose } from './opposites.js';

/** "The user" is whoever says "I". */
const ANYBODY = 'user';

/** What one gives the other gets: said from the other side it is no contradiction. */
const sides: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:gives?|gave|given|giving|hands?|handed|sends?|sent)\b/i, /\b(?:gets?|got|receives?|received|receiving)\b/i],
  [/\b(?:lends?|lent|lending)\b/i, /\b(?:borrows?|borrowed|borrowing)\b/i],
  [/\b(?:sells?|sold|selling|supplies|supplied|supplier)\b/i, /\b(?:buys?|bought|buying|delivers?|delivered)\b/i],
  [/\b(?:beats?|beaten|wins?|won|winning)\b/i, /\b(?:loses?|lost|losing)\b/i],
  [/\b(?:teach(?:es)?|taught|teaching)\b/i, /\b(?:learns?|learned|learnt|learning)\b/i],
  [/\b(?:takes?|took|taken|taking) over\b/i, /\b(?:hands?|handed|handing|pass(?:es|ed)?|passing)\b/i],
];

const areDeniedAlike = (claim: string, text: string): boolean => denialsIn(claim) % 2 === denialsIn(text) % 2;

/** "We don't sell it" is no other side of "you can buy it". */
const areSides = (claim: string, text: string): boolean =>
  areDeniedAlike(claim, text) &&
  sides.some(([one, other]) => (one.test(claim) && other.test(text)) || (other.test(claim) && one.test(text)));

/** "region A" is not "region B"; the first word is an article, and "I" nobody's letter. */
const lettersIn = (text: string): string[] => text.match(/(?<=\p{L} )[A-HJ-Z](?![\p{L}\p{N}']|\. \p{Lu})/gu) ?? [];

/** Small words of which one stands against another: "off" and "on", "before" and "after". */
const opposing =
  /^(?:on|off|in|out|up|down|over|under|above|below|before|after|with|without|from|to|until|since|more|less|most|least|few|fewer|many|all|both|only|same|other|own)$/;

/** What a memory names, and whoever says "I" in it. */
export const knownIn = ({ text, names }: MemoryToRead): ReadonlySet<string> =>
  new Set([...viewOf(text).all, ...viewOf(`of ${names.join(' ')} ${ANYBODY}`).all]);

/** "They are still on Mondays" beside "they have moved from Mondays to Fridays". */
const isStillSo = (claim: string, text: string): boolean => /\bstill\b/i.test(claim) && tellsChange(text);

/** Whether a claim has a word that carries meaning, a number or a denial that a memory lacks: without one it contradicts nothing. */
const differs = (claim: SentenceView, { text, names }: MemoryToRead): boolean => {
  if (!areDeniedAlike(claim.text, text) || isStillSo(claim.text, text)) return true;
  const letters = new Set(lettersIn(text));
  if (lettersIn(claim.text).some((letter) => !letters.has(letter))) return true;
  const known = knownIn({ text, names });
  return claim.tokens.some(
    ({ kind, word, same }) => (kind === 'small' ? opposing.test(word) : kind !== 'sign') && !known.has(same),
  );
};

const meaningsIn = (tokens: readonly Token[], known: ReadonlySet<string>): (readonly string[])[] =>
  tokens.filter(({ kind, same }) => kind === 'content' && !known.has(same)).map(({ word }) => meaningsOf(word));

/** "open" and "closed", "gold" and "silver". */
const excludes = (first: readonly string[], second: readonly string[]): boolean =>
  meaningsOppose(first, second, true) !== null || first.some((one) => second.some((other) => areOfOneKind(one, other)));

/** Of how much, how often and how long it is so one may be wrong in any words. */
const measured = /\b(?:still|only|always|never|all|every|no)\b/i;

/** Of the same figures and names, what is told in other words is told otherwise only where one of the words excludes another. */
const mayBeOtherwise = (claim: SentenceView, memory: MemoryToRead): boolean => {
  const [known, view] = [knownIn(memory), viewOf(memory.text)];
  const figures = claim.tokens.filter(({ kind }) => kind === 'quantity');
  const told = [...figures, ...namesIn(claim)];
  if (told.length === 0 || !told.every(({ same }) => known.has(same))) return true;
  if (figures.length === 0 && (measured.test(claim.text) || tellsChange(memory.text))) return true;
  if (!areDeniedAlike(claim.text, memory.text) || isStillSo(claim.text, memory.text)) return true;
  const others = meaningsIn(view.tokens, claim.all);
  return meaningsIn(claim.tokens, known).some((first) => others.some((second) => excludes(first, second)));
};

/** "They may not keep dogs" is no denial of "they may have cats". */
const isDeniedOfAnother = (claim: SentenceView, memory: MemoryToRead): boolean => {
  if (areDeniedAlike(claim.text, memory.text)) return false;
  const others = meaningsIn(viewOf(memory.text).tokens, claim.all).flat();
  const said = meaningsIn(claim.tokens, knownIn(memory)).flat();
  return said.some((one) => others.some((other) => areSiblings(one, other) || areOfOneKind(one, other)));
};

export const namesIn = ({ tokens }: SentenceView): Token[] => tokens.filter(({ kind }) => kind === 'name');

/** "from November to March": what is between lies in it; where it begins or ends is another matter. */
const ranging =
  /\b(?:from|between) [^,;.]{1,30}? (?:to|till|until|and|through) |(?<![\d-])\d{1,2} ?[–-] ?\d{1,2}(?![\d-])/i;
const bounding =
  /\b(?:open|opens|close|closes|start|starts|begin|begins|end|ends|finish|finishes|from|until|till|between|shuts?)\b/i;

const liesBetween = (claim: string, known: string): boolean =>
  !tellsChange(known) && ranging.test(known) && !bounding.test(claim);

const people =
  /\b(?:adults|children|students|members|seniors|teachers|staff|beginners|boys|girls|men|women|(?:under|over) \d{1,2})\b/gi;

/** "Adults pay 14 euros" is not about whom "Children go free" is about. */
const areOfOthers = (claim: string, text: string): boolean => {
  const [one, other] = [claim, text].map((each) => (each.match(people) ?? []).map((word) => word.toLowerCase()));
  return Boolean(one?.length && other?.length && !one.some((word) => other.includes(word)));
};

/** Whether a claim has something that a memory could contradict, not only other words for the same, or the same from the other side. */
export const mayRefute = (claim: SentenceView, memory: MemoryToRead): boolean =>
  differs(claim, memory) &&
  !areSides(claim.text, memory.text) &&
  !areOfOthers(claim.text, memory.text) &&
  !isDeniedOfAnother(claim, memory) &&
  !liesBetween(claim.text, memory.text) &&
  mayBeOtherwise(claim, memory);
