import { isFiniteVerb } from '../words/verbs.js';
import { withoutAnnouncement } from './announcement.js';
import type { ViewedPair } from './pair-features.js';
import { type SentenceView, type Token, viewOf } from './sentence-view.js';

const isWeighty = ({ kind }: Token) => kind === 'content' || kind === 'name';

const auxiliary = /^(?:is|are|was|were|am|has|have|had|do|does|did|will|can|may|must|shall|i'm|we're|it's|i've|we've)$/;

/** Where the first verb stands after the first word; -1 where none is known. */
export const firstVerb = (tokens: readonly Token[]): number =>
  tokens.findIndex(({ word }, place) => place > 0 && (auxiliary.test(word) || isFiniteVerb(word)));

const [LONGEST_PHRASE, FIRST_WORDS] = [6, 3];

interface Phrase {
  tokens: readonly Token[];
  /** Up to the first verb. */
  isWhole: boolean;
}

/** What stands before the first verb, or the first words where none is known. */
export const phraseOf = ({ tokens }: SentenceView): Phrase => {
  const verb = firstVerb(tokens);
  return { tokens: tokens.slice(0, verb < 0 ? FIRST_WORDS : Math.min(verb, LONGEST_PHRASE)), isWhole: verb > 0 };
};

const writtenOf = (view: SentenceView): string =>
  phraseOf(view)
    .tokens.map(({ word }) => word)
    .join(' ');

const weightyOf = (tokens: readonly Token[]): Token[] => tokens.filter(isWeighty);

interface OtherPhrases {
  first: Phrase;
  second: Phrase;
  /** They share a word. */
  areAlike: boolean;
}

/** What each of two is of, where each names something that the other does not; null where they may be of the same. */
function otherPhrases({ older, newer }: ViewedPair): OtherPhrases | null {
  const [first, second] = [phraseOf(older), phraseOf(viewOf(withoutAnnouncement(newer.text)))];
  const isOther = (tokens: readonly Token[], known: ReadonlySet<string>) =>
    weightyOf(tokens).some(({ same }) => !known.has(same));
  if (!isOther(first.tokens, newer.all) || !isOther(second.tokens, older.all)) return null;
  const shared = weightyOf(first.tokens).filter((token) => second.tokens.some(({ same }) => same === token.same));
  return { first, second, areAlike: shared.length > 0 };
}

/** "The dentist's office rang, my check-up moves", "Postponed again! My check-up is in April": each begins with what the other does not name. */
export const hasOtherSubject = (pair: ViewedPair): boolean => {
  const found = otherPhrases(pair);
  return found !== null && (found.areAlike || (found.first.isWhole && found.second.isWhole));
};

const whose =
  /(?<![\p{L}\p{N}])(?:my|our|his|her|their) (?:\p{L}{1,12} )?(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|sister|brother|mother|mum|mom|father|dad|parents|son|daughter|kids?|children|aunt|uncle|cousins?|niece|nephew|grand\p{L}{1,10}|in-laws|friend|colleague|neighbou?r|flatmate|roommate|lodger)(?![\p{L}])/iu;

const ofSelf = /(?<![\p{L}\p{N}])(?:i|we|me|us|my|our|mine|ours)(?![\p{L}\p{N}])/iu;

/** "My mother's pill" is not "my pill": one is of somebody around the one who speaks, the other of none of them. */
const areOfOthers = ({ older, newer }: ViewedPair): boolean => {
  const [first, second] = [older, viewOf(withoutAnnouncement(newer.text))];
  const isOfSomebody = (view: SentenceView) => writtenOf(view).search(whose) >= 0;
  const isOnlyOfSelf = ({ text }: SentenceView) => ofSelf.test(text) && text.search(whose) < 0;
  return (isOfSomebody(first) && isOnlyOfSelf(second)) || (isOnlyOfSelf(first) && isOfSomebody(second));
};

const held = /(?<![\p{L}\p{N}])(\p{L}{2,20})['’]s (\p{L}{2,20})(?![\p{L}\p{N}])/giu;
const ownThing = /(?<![\p{L}\p{N}])(?:my|our) (\p{L}{2,20})(?: (\p{L}{2,20}))?/giu;
const nobody = /^(?:it|that|what|he|she|here|there|who|let|today|tomorrow|week|month|year)$/;

const isHeldBeside = (one: SentenceView, other: SentenceView): boolean => {
  const own = [...other.text.toLowerCase().matchAll(ownThing)].flatMap((found) => found.slice(1));
  return [...one.text.toLowerCase().matchAll(held)].some(
    ([, holder = '', thing = '']) =>
      !nobody.test(holder) && own.includes(thing) && !other.tokens.some(({ word }) => word.startsWith(holder)),
  );
};

/** "The design team's stand-up" may not be "our stand-up". */
export const mayBeOfAnother = ({ older, newer }: ViewedPair): boolean =>
  isHeldBeside(older, newer) || isHeldBeside(newer, older);

/** "The web team" is not "the firmware team", nor "my mother's pill" mine: what is said of one takes the place of nothing of the other. */
export const isOfAnother = (pair: ViewedPair): boolean => {
  if (areOfOthers(pair)) return true;
  const found = otherPhrases(pair);
  if (!found || !hasOtherSubject(pair)) return false;
  const [first, second] = [weightyOf(found.first.tokens).at(-1), weightyOf(found.second.tokens).at(-1)];
  return first !== undefined && first.same === second?.same && first.kind !== 'name';
};

/** "The inspection of the crane has passed to Solveig" begins with what the older one says Fintan does, and has all of it. */
const handsOver = ({ older, newer }: ViewedPair, whom: readonly Token[]): boolean => {
  const handed = weightyOf(older.tokens).filter((token) => !whom.includes(token));
  const begins = weightyOf(phraseOf(newer).tokens);
  return (
    begins.length > 0 &&
    begins.every(({ same }) => older.all.has(same)) &&
    handed.every(({ same }) => newer.all.has(same))
  );
};

/** "Hanneke is our team lead" is of Hanneke: what does not name her takes the place of nothing that is said of her. */
export const namesNotWhom = (pair: ViewedPair): boolean => {
  const { tokens, isWhole } = phraseOf(pair.older);
  const whom = weightyOf(tokens);
  const isNamed = whom.some(({ same }) => pair.newer.all.has(same));
  return isWhole && whom.length > 0 && !isNamed && !handsOver(pair, whom);
};
