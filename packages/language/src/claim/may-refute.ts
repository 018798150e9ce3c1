import type { MemoryToRead } from '@hippocamp/shared/language/claim';
import { stopWords, terms } from '@hippocamp/shared/text/terms';
import { tellsChange } from '../compare/observations.js';
import { type SentenceView, type Token, viewOf } from '../compare/sentence-view.js';
import { denialsIn } from '../words/verbs.js';
import { meanings } from './lexicon/synonyms.js';

const families = `be am is are was were been being|have has had having|do does did done doing|go goes went gone|buy bought|sell sold|drive drove driven
  |give gave given|take took taken|leave left|get got gotten|make made|build built|keep kept|hold held|run ran|meet met|teach taught|lead led
  |speak spoke spoken|write wrote written|wear wore worn|eat ate eaten|drink drank drunk|sleep slept|break broke broken|choose chose chosen
  |pay paid|spend spent|cost|lend lent|send sent|begin began begun|start|come came|become became|grow grew grown|know knew known|think thought
  |bring brought|find found|feel felt|sing sang sung|swim swam swum|ride rode ridden|fly flew flown|fall fell fallen|rise rose risen|win won
  |lose lost|shut|set|put|cut|quit|hurt|let|hit|read|say said|tell told|see saw seen|hear heard|stand stood|sit sat|lie lay lain|hang hung
  |forget forgot forgotten|catch caught|feed fed|fight fought|draw drew drawn|throw threw thrown|show showed shown|steal stole stolen
  |freeze froze frozen|bite bit bitten|mean meant|deal dealt|learn learnt|burn burnt|spell spelt|dream dreamt|smell smelt|bind bound
  |rewrite rewrote rewritten|rebuild rebuilt|redo redid redone|retake retook retaken|child children|person people|man men|woman women|wife wives|life lives|knife knives|half halves|shelf shelves|foot feet|tooth teeth
  |mouse mice|goose geese|leaf leaves|loaf loaves|calf calves|thief thieves|wolf wolves|scarf scarves
  |travel travelled travelling|cancel cancelled cancelling canceled canceling|fulfil fulfilled fulfill`;

/** "leaves" and "lives" are verbs more often than nouns. */
const verbsFirst: Record<string, string> = { lives: 'live', leaves: 'leave', left: 'leave', found: 'find' };

const bases: ReadonlyMap<string, string> = new Map(
  families.split('|').flatMap((family) => {
    const [base = '', ...forms] = family.trim().split(/\s+/);
    return [base, ...forms].map((form): [string, string] => [form, verbsFirst[form] ?? base]);
  }),
);

const baseOf = (word: string): string => bases.get(word) ?? word;

const stemOf = (word: string): string => {
  if (!/^\p{L}+$/u.test(word)) return word;
  const base = baseOf(word);
  return terms(base)[0] ?? base;
};

/** "be based" also matches "is based" and "based" alone. */
const withoutBeing = (member: string): string => {
  const rest = member.replace(/^be /, '');
  return rest.split(' ').every((word) => stopWords.has(word)) ? member : rest;
};

const byStem = new Map<string, string[]>();
for (const [meaning, members] of meanings)
  for (const member of members) {
    const [stem = '', ...others] = withoutBeing(member).replace('-', '').split(' ').map(stemOf);
    if (others.length === 0) byStem.set(stem, [...(byStem.get(stem) ?? []), meaning]);
  }

const meaningsOf = (word: string): readonly string[] => {
  const stem = stemOf(word);
  return meanings.has(word) ? [word] : [...new Set([...(byStem.get(stem) ?? []), stem])];
};

/** Only one word of a line can be true of one thing. `docs/facts.md` shows these lines. */
export const kindsWritten = `
red blue green yellow black white brown grey gray orange purple pink beige turquoise silver golden
nurse teacher doctor engineer lawyer accountant dentist vet plumber electrician pilot pharmacist firefighter librarian paramedic midwife surgeon professor hairdresser carpenter
spring summer autumn winter
north south east west
oak ash pine beech walnut birch steel concrete brick marble plastic glass
train bus bicycle tram ferry car foot
low medium high urgent critical
vegetarian carnivore
labrador poodle greyhound terrier spaniel beagle dachshund bulldog husky collie
weekly daily monthly fortnightly quarterly everyyear
single engaged married divorced widowed
petrol diesel electric hybrid
swedish norwegian danish german french italian spanish portuguese polish dutch english scottish irish
gold bronze platinum
left right
odd even
first second third fourth fifth last
ground basement attic
upper lower
breakfast lunch dinner
morning afternoon evening
window aisle
tea coffee
offset digital
beginner intermediate advanced
`;

const kinds: readonly ReadonlySet<string>[] = kindsWritten
  .trim()
  .split('\n')
  .map((line) => new Set(line.split(' ').flatMap(meaningsOf)));

/** Several words of a line may be true of one thing, and denying one does not deny another. */
const siblingsWritten = `
dog cat rabbit hamster parrot budgie canary horse pony goldfish tortoise snake chicken goat sheep cow pig duck goose bird
tea coffee milk juice beer wine whisky cola water
meat fish beef pork lamb chicken turkey cheese egg nut peanut almond gluten lactose shellfish soy
car van lorry truck motorbike motorcycle scooter bicycle bike bus
football tennis hockey rugby cricket golf swimming running cycling rowing chess
piano guitar violin cello flute trumpet drum organ harp
cigarette cigar alcohol tobacco
phone tablet laptop camera
child adult guest visitor
cash card cheque invoice
`;

const siblings: readonly ReadonlySet<string>[] = siblingsWritten
  .trim()
  .split('\n')
  .map((line) => new Set(line.split(' ').flatMap(meaningsOf)));

const areSiblings = (first: string, second: string): boolean =>
  first !== second && siblings.some((line) => line.has(first) && line.has(second));

const areOfOneKind = (first: string, second: string): boolean =>
  first !== second && kinds.some((kind) => kind.has(first) && kind.has(second));

/** Exactly one of each pair is true, so a denial of one asserts the other. */
const complementary = `open closed|open shut|alive dead|true false|present absent|allowed forbidden|allowed prohibited|permitted forbidden
  legal illegal|possible impossible|married unmarried|valid invalid|visible invisible|complete incomplete|correct incorrect|correct wrong
  right wrong|on off|in out|locked unlocked|available unavailable|employed unemployed|indoors outdoors|inside outside|same different|male female
  online offline|enabled disabled|active inactive|awake asleep|finished unfinished|known unknown|public private|paid unpaid|used unused
  safe unsafe|able unable|conscious unconscious|passed failed|won lost|accepted rejected|accepted refused|accepted declined|approved rejected
  working broken|succeeded failed|innocent guilty|mandatory optional|required optional`;

/** The same for meanings of phrases, by their names in `synonyms`. */
const ofPhrases =
  'vegetarian eatmeat|teetotal drinkalcohol|broken works|cancel takeplace|free price|ticketopen done|closed ticketopen';

/** The two exclude each other, but both may be false. */
const contrary = `empty full|hot cold|warm cold|hot cool|big small|large small|tall short|long short|high low|fast slow|quick slow|early late
  old new|old young|rich poor|strong weak|heavy light|hard easy|difficult easy|difficult simple|cheap expensive|clean dirty|dry wet|dry damp|happy sad
  happy unhappy|good bad|healthy sick|healthy ill|loud quiet|noisy quiet|dark bright|dark light|wide narrow|thick thin|deep shallow|near far
  close far|left right|first last|north south|east west|black white|sweet sour|sweet bitter|smooth rough|sharp blunt|tight loose|busy free
  free occupied|taken free|increased decreased|rose fell|grew shrank|gained lost|more less|always never|best worst|better worse|up down
  above below|before after|upstairs downstairs|arrived left|started ended|begun ended|popular unpopular|friendly hostile|calm nervous
  brave afraid|lazy hardworking|polite rude|careful careless|generous stingy|patient impatient|honest dishonest|daily weekly|weekly monthly`;

/** Letters of the shortest word before which "un" or "non" counts as a prefix. */
const SHORTEST_BASE = 4;

const isDenialOf = (first: string, second: string): boolean =>
  second.length >= SHORTEST_BASE && (first === `un${second}` || first === `non${second}`);

const isPrefixed = (first: string, second: string): boolean => isDenialOf(first, second) || isDenialOf(second, first);

const byMeaning = (listed: string): ReadonlySet<string> =>
  new Set(
    listed
      .split(/[|\n]/)
      .map((pair) => pair.trim().split(' ').map(meaningsOf))
      .flatMap(([first = [], second = []]) =>
        first.flatMap((one) => second.flatMap((other) => [`${one} ${other}`, `${other} ${one}`])),
      ),
  );

const complementaryMeanings = byMeaning(`${complementary}|${ofPhrases}`);
const contraryMeanings = byMeaning(contrary);

/** A prefix such as "un" counts only in adjectives: whoever unloads may have loaded before. */
function meaningsOppose(
  first: readonly string[],
  second: readonly string[],
  areAdjectives: boolean,
): 'complementary' | 'contrary' | null {
  const pairs = first.flatMap((one) => second.map((other) => `${one} ${other}`));
  if (first.some((one) => second.includes(one))) return null;
  if (
    pairs.some((pair) => complementaryMeanings.has(pair)) ||
    (areAdjectives && first.some((one) => second.some((other) => isPrefixed(one, other))))
  )
    return 'complementary';
  return pairs.some((pair) => contraryMeanings.has(pair)) ? 'contrary' : null;
}

/** "The user" is whoever says "I". */
const ANYBODY = 'user';

/** A giver's side and a receiver's side of one event, which do not contradict each other. */
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

/** Single letters that tell things apart, as in "region A". "A" at the start is an article, and "I" is left out. */
const lettersIn = (text: string): string[] => text.match(/(?<=\p{L} )[A-HJ-Z](?![\p{L}\p{N}']|\. \p{Lu})/gu) ?? [];

const opposing =
  /^(?:on|off|in|out|up|down|over|under|above|below|before|after|with|without|from|to|until|since|more|less|most|least|few|fewer|many|all|both|only|same|other|own)$/;

/** Keys of all words of a memory and of its names, with "user" for its "I". */
export const knownIn = ({ text, names }: MemoryToRead): ReadonlySet<string> =>
  new Set([...viewOf(text).all, ...viewOf(`of ${names.join(' ')} ${ANYBODY}`).all]);

/** "They are still on Mondays" beside "they have moved from Mondays to Fridays". */
const isStillSo = (claim: string, text: string): boolean => /\bstill\b/i.test(claim) && tellsChange(text);

/** True when the claim has a content word, number or denial that the memory lacks. Otherwise it contradicts nothing. */
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

const excludes = (first: readonly string[], second: readonly string[]): boolean =>
  meaningsOppose(first, second, true) !== null || first.some((one) => second.some((other) => areOfOneKind(one, other)));

/** Words that can make a claim false though everything else agrees. */
const measured = /\b(?:still|only|always|never|all|every|no)\b/i;

/** Other words beside the same figures and names contradict only if one excludes another. */
const mayBeOtherwise = (claim: SentenceView, memory: MemoryToRead): boolean => {
  const [known, view] = [knownIn(memory), viewOf(memory.text)];
  const figures = claim.tokens.filter(({ kind }) => kind === 'quantity');
  const claimed = [...figures, ...namesIn(claim)];
  if (claimed.length === 0 || !claimed.every(({ same }) => known.has(same))) return true;
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

/** A claim about December does not contradict "from November to March", unless it says where that begins or ends. */
const ranging =
  /\b(?:from|between) [^,;.]{1,30}? (?:to|till|until|and|through) |(?<![\d-])\d{1,2} ?[–-] ?\d{1,2}(?![\d-])/i;
const bounding =
  /\b(?:open|opens|close|closes|start|starts|begin|begins|end|ends|finish|finishes|from|until|till|between|shuts?)\b/i;

const liesBetween = (claim: string, known: string): boolean =>
  !tellsChange(known) && ranging.test(known) && !bounding.test(claim);

const people =
  /\b(?:adults|children|students|members|seniors|teachers|staff|beginners|boys|girls|men|women|(?:under|over) \d{1,2})\b/gi;

/** "Adults pay 14 euros" and "Children go free" are about different people. */
const areOfOthers = (claim: string, text: string): boolean => {
  const [one, other] = [claim, text].map((each) => (each.match(people) ?? []).map((word) => word.toLowerCase()));
  return Boolean(one?.length && other?.length && !one.some((word) => other.includes(word)));
};

/** True when a memory could contradict the claim, and is no other wording or other side of it. */
export const mayRefute = (claim: SentenceView, memory: MemoryToRead): boolean =>
  differs(claim, memory) &&
  !areSides(claim.text, memory.text) &&
  !areOfOthers(claim.text, memory.text) &&
  !isDeniedOfAnother(claim, memory) &&
  !liesBetween(claim.text, memory.text) &&
  mayBeOtherwise(claim, memory);
