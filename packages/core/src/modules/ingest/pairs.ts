import type { ComparedPair, Comparison, ReadablePair, Relations } from '@hippocamp/shared/language/comparison';
import { LONGEST_READ } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { normaliseText } from '@hippocamp/shared/text/cleaned';
import { terms } from '@hippocamp/shared/text/terms';
import type { Embedder } from '../../ports/embedder.js';
import type { Language } from '../../ports/language.js';
import type { PairReader } from '../../ports/pair-reader.js';
import { chunksOf } from '../in-parts.js';
import { textKey } from '../text/text-keys.js';
import { pace } from '../waiting.js';
import { type Comparable, inOneVoice, type KnownFact } from './candidates.js';
import { isAfterFact, isLong, normalOf, termsOf, wordsOf } from './fact-words.js';
import { MOST_OF_STATEMENT, type Pair, type PairsToRead, pairsToRead } from './pairs-to-read.js';

export interface PairDependencies {
  language: Pick<Language, 'compare' | 'readable'>;
  /** Null when nothing reads two texts together. */
  pairReader: PairReader | null;
}

/** Reads each pair only once. */
export function rememberPairs(pairReader: PairReader | null): PairReader | null {
  if (!pairReader) return null;
  const known = new Map<string, Relations | null>();
  const keyOf = (pair: readonly [string, string]) => JSON.stringify(pair.map(textKey));
  return {
    async relate(tenant, pairs) {
      const unread = [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()].filter(
        (pair) => !known.has(keyOf(pair)),
      );
      const read = unread.length > 0 ? await pairReader.relate(tenant, unread) : [];
      for (const [place, pair] of unread.entries()) known.set(keyOf(pair), read[place] ?? null);
      return pairs.map((pair) => known.get(keyOf(pair)) ?? null);
    },
  };
}

/** Those of a text that are read a second time. A reading is what costs. */
const MOST_READ_TWICE = 8;

/** The places of pairs of equal text. Each text is normalised once, since a long one takes ms. */
async function placesOfSame(pairs: readonly Pair[]): Promise<ReadonlySet<number>> {
  const known = new Map<string, string>();
  const normalKey = (text: string): string => {
    const key = textKey(text);
    const found = known.get(key) ?? textKey(normaliseText(text));
    known.set(key, found);
    return found;
  };
  const same = new Set<number>();
  for (const [place, { older, newer }] of pairs.entries()) {
    await pace();
    if (normalKey(older) === normalKey(newer)) same.add(place);
  }
  return same;
}

/** The certainty that the judge needs for a correction. Below it a person decides. */
const AMENDS = 0.5;

function unread({ amends }: Pair, isSame: boolean): Comparison {
  if (isSame) return { verdict: 'same', sure: 1 };
  if (amends === undefined) return { verdict: 'unrelated', sure: 1 };
  return { verdict: amends >= AMENDS ? 'replaces' : 'may_replace', sure: amends };
}

type Reading = Pick<ComparedPair, 'relations' | 'alike'>;

const unreadable: Reading = { relations: null };

/** One reading of each pair, the nearest first, and another of the first in which quantities are written in two ways. */
async function readEach(
  tenant: TenantId,
  texts: readonly (ReadablePair | null)[],
  pairReader: PairReader,
): Promise<Reading[]> {
  let left = MOST_READ_TWICE;
  const asked = texts.flatMap((text, at) => {
    if (!text) return [];
    const again = text.alike !== undefined && left > 0 ? [text.alike] : [];
    left -= again.length;
    const newer = [text.newer, ...again];
    return newer.map((each) => ({ at, pair: [text.older, each] as const }));
  });
  const read = await pairReader.relate(
    tenant,
    asked.map(({ pair }) => pair),
  );
  return texts.map((_, place): Reading => {
    const [relations = null, alike] = read.filter((_, at) => asked[at]?.at === place);
    return { relations, alike: alike?.same };
  });
}

/** The readings of the pairs that are looked at, by place. */
async function readPairs(
  tenant: TenantId,
  pairs: readonly Pair[],
  { places, toRead }: PairsToRead,
  { language, pairReader }: { language: PairDependencies['language']; pairReader: PairReader },
): Promise<Map<number, Reading>> {
  const looked = places.flatMap((place) => {
    const pair = pairs[place];
    return pair ? [{ place, pair }] : [];
  });
  if (looked.length === 0) return new Map();
  const texts = await language.readable(
    tenant,
    looked.map(({ pair: { older, newer, speaker, isAfter } }) => ({ older, newer, speaker, isAfter })),
  );
  const textAt = new Map(looked.flatMap(({ place }, at) => (texts[at] ? [[place, texts[at]] as const] : [])));
  const chosen = toRead((place) => textAt.has(place));
  const read = await readEach(
    tenant,
    chosen.map((place) => textAt.get(place) ?? null),
    pairReader,
  );
  const readings = new Map(chosen.map((place, at) => [place, read[at] ?? unreadable]));
  return new Map(looked.map(({ place }) => [place, readings.get(place) ?? unreadable]));
}

/** Among pairs that are not looked at, only equal text counts as the same. */
export async function comparePairs(
  tenant: TenantId,
  pairs: readonly Pair[],
  { language, pairReader }: PairDependencies,
): Promise<Comparison[]> {
  const same = await placesOfSame(pairs);
  const readings = pairReader
    ? await readPairs(tenant, pairs, await pairsToRead(pairs, same), { language, pairReader })
    : new Map<number, Reading>();
  const looked = [...pairs.entries()].flatMap(([place, given]) => {
    const reading = readings.get(place);
    if (reading === undefined) return [];
    const { near: _near, ...pair } = given;
    return [{ place, pair: { ...pair, ...reading } }];
  });
  const found = await language.compare(
    tenant,
    looked.map(({ pair }) => pair),
  );
  const compared = new Map(looked.map(({ place }, at) => [place, found[at]]));
  return pairs.map((pair, place) => compared.get(place) ?? unread(pair, same.has(place)));
}

/** `pair` holds the texts as they are compared. */
export interface NearPair {
  statement: Comparable;
  fact: KnownFact;
  pair: Pair;
}

type Two = Pick<NearPair, 'statement' | 'fact'>;

export interface NearnessDependencies {
  language: Pick<Language, 'tellsOfSelf'>;
  comparer: Pick<Embedder, 'likeness' | 'calibration'>;
}

/** Share of the likeness of equal meaning from which pairs are read. 1 in 50 of 200 changes lies below. */
const NEAR_ENOUGH = 0.25;

/** 1 at the likeness from which two texts may say the same. */
const nearness = ({ statement, fact }: Two, { likeness, calibration }: NearnessDependencies['comparer']): number => {
  if (statement.hash === fact.hash) return 1;
  return statement.vector && fact.vector ? likeness(statement.vector, fact.vector) / calibration.same : 0;
};

/** Two people who speak about themselves are not compared, however alike their words. */
const isOfOthers = ({ statement, fact }: Two, { tellsOfSelf }: NearnessDependencies['language']): boolean =>
  statement.self !== fact.self ||
  (statement.speaker !== fact.speaker && (tellsOfSelf(statement.content) || tellsOfSelf(fact.content)));

/** The share of the corrected words that a memory must hold, counting words that carry meaning. */
const MOSTLY = 0.6;

/** The fact that holds most of the corrected words, and among those the shortest. No text of many: all would be replaced. */
function amendedAmong(facts: readonly KnownFact[], told: string): KnownFact | undefined {
  const wanted = [...new Set(terms(told.slice(0, LONGEST_READ)))];
  const ranked = facts
    .filter(({ isOfMany }) => !isOfMany)
    .map((fact) => ({ fact, has: wanted.filter((term) => termsOf(fact).has(term)).length, of: termsOf(fact).size }))
    .filter(({ has }) => has > 0 && has >= MOSTLY * wanted.length)
    .sort((one, other) => other.has - one.has || one.of - other.of);
  return ranked[0]?.fact;
}

/** Statements of one message do not replace each other. Only one that uses no new words may be a repeat. */
function mayTellOther(statement: KnownFact, fact: KnownFact): boolean {
  const { inText } = fact;
  if (!inText || (inText.message !== null && inText.message !== statement.inText?.message)) return true;
  const [words, known] = [wordsOf(statement), wordsOf(fact)];
  return words.size > 0 && [...words].every((word) => known.has(word));
}

interface Near extends Pick<NearPair, 'fact'> {
  near: number;
  isAfter: boolean;
}

/** Of equally near ones the first. */
function nearest(ones: readonly Near[]): Near[] {
  const kept: Near[] = [];
  for (const one of ones) {
    if (kept.length === MOST_OF_STATEMENT && one.near <= (kept.at(-1)?.near ?? 0)) continue;
    const at = kept.findIndex(({ near }) => near < one.near);
    kept.splice(at < 0 ? kept.length : at, 0, one);
    kept.length = Math.min(kept.length, MOST_OF_STATEMENT);
  }
  return kept;
}

/** As many as may be read, and as many of equal text, in their order: a text may repeat one sentence thousands of times. */
function bounded(statement: KnownFact, ones: readonly Near[]): readonly Near[] {
  if (ones.length <= MOST_OF_STATEMENT) return ones;
  const own = normaliseText(statement.own ?? '');
  const kinds: Record<'same' | 'after' | 'other', Near[]> = { same: [], after: [], other: [] };
  for (const one of ones) {
    const isSame = !isLong(one.fact) && normalOf(one.fact) === (one.isAfter ? own : normalOf(statement));
    kinds[isSame ? 'same' : one.isAfter ? 'after' : 'other'].push(one);
  }
  const same = kinds.same.slice(0, MOST_OF_STATEMENT);
  const kept = new Set([...same, ...nearest(kinds.after), ...nearest(kinds.other)]);
  return ones.filter((one) => kept.has(one));
}

/** `latestIds` are the latest facts, which always count as near. */
export function nearPairs(
  statement: KnownFact,
  facts: readonly KnownFact[],
  latestIds: ReadonlySet<string>,
  dependencies: NearnessDependencies,
): NearPair[] {
  const { speaker, content, own, amends } = statement;
  const possible = facts.filter(
    (fact) => inOneVoice(statement, fact) && !isOfOthers({ statement, fact }, dependencies.language),
  );
  const amended = amends && amendedAmong(possible, amends.told);
  if (amended) {
    const pair = { older: amended.content, newer: content, near: 1, speaker, amends: amends.sure };
    return [{ statement, fact: amended, pair }];
  }
  const near = possible.flatMap((fact): Near[] => {
    const two = { statement, fact };
    if (!mayTellOther(statement, fact)) return [];
    const near = Math.max(0, nearness(two, dependencies.comparer));
    const isAfter = isAfterFact(statement, fact);
    const isNear = near >= NEAR_ENOUGH || isAfter || (latestIds.has(fact.id) && !fact.inText);
    return isNear ? [{ fact, near, isAfter }] : [];
  });
  return bounded(statement, near).map(({ fact, near, isAfter }) => {
    const common = { older: fact.content, near, speaker };
    // One that is stored with the older one before it is compared by its own words only.
    const pair = isAfter ? { ...common, newer: own ?? content, isAfter } : { ...common, newer: content };
    return { statement, fact, pair };
  });
}

/** Facts that are looked at without a pause. */
const IN_ONE_GO = 50;

/** The same of any number of facts: what is near among all is near among those of its part, and those before it. */
export async function nearPairsPaced(
  statement: KnownFact,
  facts: readonly KnownFact[],
  latestIds: ReadonlySet<string>,
  dependencies: NearnessDependencies,
): Promise<NearPair[]> {
  let pairs: NearPair[] = [];
  for (const part of chunksOf(facts, IN_ONE_GO)) {
    await pace();
    pairs = nearPairs(statement, [...pairs.map(({ fact }) => fact), ...part], latestIds, dependencies);
  }
  return pairs;
}
