import { givesOtherValue } from '@hippocamp/shared/language/opposing';
import { normaliseText } from '@hippocamp/shared/text/normalise';
import type { Embedder } from '../../ports/embedder.js';
import type { Language } from '../../ports/language.js';
import type { TenantRepositories } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import { comparePairs, type Pair, type PairDependencies } from './compare-pairs.js';
import type { CandidatePair, Comparisons } from './comparisons.js';
import { matters, pairsOf } from './decide.js';
import { isAccepted } from './decision.js';
import type { IngestProgress } from './ingest-work.js';
import type { KnownFact, Proposal } from './known-fact.js';
import { gather, type Proposed } from './propose.js';

export interface ComparingDependencies extends PairDependencies {
  language: PairDependencies['language'] & Pick<Language, 'tellsOfSelf'>;
  comparer: Pick<Embedder, 'likeness' | 'calibration'>;
  facts: Facts;
}

/** What is known, and what the accepted candidates of earlier parts say, where nothing of them is stored. */
export async function gatherAll(
  proposed: Proposed,
  { carried }: Pick<IngestProgress, 'carried'>,
  { repositories, facts }: { repositories: TenantRepositories; facts: Facts },
): Promise<{ proposals: Proposal[]; known: KnownFact[] }> {
  const { proposals, known } = await gather(proposed, repositories, facts);
  const held = new Set(known.map(({ id }) => id));
  return { proposals, known: [...known, ...carried.filter(({ id }) => !held.has(id))] };
}

/** 1 from the likeness on at which two texts may say the same. */
const nearness = ({ first, second }: CandidatePair, { likeness, calibration }: ComparingDependencies['comparer']) =>
  first.vector && second.vector ? Math.max(0, likeness(first.vector, second.vector) / calibration.same) : 0;

/** A date that stands in brackets beside the words that say it is no word of them. */
const plainly = (text: string): string => normaliseText(text.replace(/ \([^()]*\)/g, ''));

/** What is kept with the words of the older one, since it was said after it, is read without them. */
function wordsOf({ first, second }: CandidatePair): Pick<Pair, 'older' | 'newer' | 'isAfter'> {
  const [older, newer] = [second.content, first.content];
  const { own } = first;
  const isAfter = own !== null && plainly(newer).includes(plainly(older));
  return isAfter ? { older, newer: own, isAfter } : { older, newer };
}

/** What one says of themselves is nothing to what another says of themselves, however alike the words. */
const isOfOthers = ({ first, second }: CandidatePair, { tellsOfSelf }: Pick<Language, 'tellsOfSelf'>): boolean =>
  first.self !== second.self ||
  (first.speaker !== second.speaker && (tellsOfSelf(first.content) || tellsOfSelf(second.content)));

/** Compares what the transaction will decide about, since none may wait for that. */
export async function compareAhead(
  comparisons: Comparisons,
  { proposed, progress, occurredAt }: { proposed: Proposed; progress: IngestProgress; occurredAt: Date },
  repositories: TenantRepositories,
  dependencies: ComparingDependencies,
): Promise<void> {
  const { comparer, facts, language } = dependencies;
  const { proposals, known } = await gatherAll(proposed, progress, { repositories, facts });
  const ofThisText = new Set(progress.outcomes.filter(isAccepted).map(({ memoryId }) => memoryId));
  const pairs = comparisons.missing(pairsOf(proposals, known, { occurredAt, ofThisText }));
  if (pairs.length === 0) return;
  const mattering = new Set(proposals.filter(matters).flatMap(({ statements }) => statements.map(({ key }) => key)));
  const found = await comparePairs(
    proposed.tenant,
    pairs.map((pair) => ({
      ...wordsOf(pair),
      otherValue: givesOtherValue(pair.first.reading, pair.second.reading),
      near: !mattering.has(pair.first.key) || isOfOthers(pair, language) ? null : nearness(pair, comparer),
    })),
    dependencies,
  );
  for (const [place, pair] of pairs.entries()) {
    const comparison = found[place];
    if (comparison) comparisons.add(pair, comparison);
  }
}
