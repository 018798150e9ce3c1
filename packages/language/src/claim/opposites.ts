import { meaningsOf } from './lexicon/lexicon.js';

/** Of these one is so and the other is not: the denial of one is the other. */
const complementary = `open closed|open shut|alive dead|true false|present absent|allowed forbidden|allowed prohibited|permitted forbidden
  legal illegal|possible impossible|married unmarried|valid invalid|visible invisible|complete incomplete|correct incorrect|correct wrong
  right wrong|on off|in out|locked unlocked|available unavailable|employed unemployed|indoors outdoors|inside outside|same different|male female
  online offline|enabled disabled|active inactive|awake asleep|finished unfinished|known unknown|public private|paid unpaid|used unused
  safe unsafe|able unable|conscious unconscious|passed failed|won lost|accepted rejected|accepted refused|accepted declined|approved rejected
  working broken|succeeded failed|innocent guilty|mandatory optional|required optional`;

/** The same of meanings that are no single words. */
const ofPhrases =
  'vegetarian eatmeat|teetotal drinkalcohol|broken works|cancel takeplace|free price|ticketopen done|closed ticketopen';

/** Of these both cannot be so, but neither may be. */
const contrary = `empty full|hot cold|warm cold|hot cool|big small|large small|tall short|long short|high low|fast slow|quick slow|early late
  old new|old young|rich poor|strong weak|heavy light|hard easy|difficult easy|difficult simple|cheap expensive|clean dirty|dry wet|dry damp|happy sad
  happy unhappy|good bad|healthy sick|healthy ill|loud quiet|noisy quiet|dark bright|dark light|wide narrow|thick thin|deep shallow|near far
  close far|left right|first last|north south|east west|black white|sweet sour|sweet bitter|smooth rough|sharp blunt|tight loose|busy free
  free occupied|taken free|increased decreased|rose fell|grew shrank|gained lost|more less|always never|best worst|better worse|up down
  above below|before after|upstairs downstairs|arrived left|started ended|begun ended|popular unpopular|friendly hostile|calm nervous
  brave afraid|lazy hardworking|polite rude|careful careless|generous stingy|patient impatient|honest dishonest|daily weekly|weekly monthly`;

/** As in the tokens that are compared: a stem, or the word where it carries no meaning of its own. */
const SHORTEST_BASE = 4;

const isDenialOf = (first: string, second: string): boolean =>
  second.length >= SHORTEST_BASE && (first === `un${second}` || first === `non${second}`);

/** "successful" and "unsuccessful", by their keys: of adjectives; who unloads may have loaded before. */
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

/** How what two words may mean excludes each other; who unloads may have loaded before. */
export function meaningsOppose(
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
