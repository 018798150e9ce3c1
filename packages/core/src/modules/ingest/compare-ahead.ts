import type { ComparedPair } from '@hippocamp/shared/language/comparison';
import type { Embedder } from '../../ports/embedder.js';
import type { Language } from '../../ports/language.js';
import type { TenantRepositories } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import { comparePairs, type PairDependencies } from './compare-pairs.js';
import type { Comparisons, Pair } from './comparisons.js';
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
const likenessOf = ({ first, second }: Pair, { likeness, calibration }: ComparingDependencies['comparer']) =>
  first.vector && second.vector ? likeness(first.vector, second.vector) / calibration.same : null;

/** What one says of themselves is nothing to what another says of themselves, however alike the words. */
const isOfOthers = ({ first, second }: Pair, { tellsOfSelf }: Pick<Language, 'tellsOfSelf'>): boolean =>
  first.self !== second.self ||
  (first.speaker !== second.speaker && (tellsOfSelf(first.content) || tellsOfSelf(second.content)));

/** Without what only the decision needs: a pair may go to another thread, or further. */
const asked = ({ content, stems, words, reading }: ComparedPair['first']) => ({ content, stems, words, reading });

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
  const texts = new Map(
    [...proposals.flatMap(({ statements }) => statements), ...known].map((text) => [text.key, asked(text)]),
  );
  const mattering = new Set(proposals.filter(matters).flatMap(({ statements }) => statements.map(({ key }) => key)));
  const found = await comparePairs(
    proposed.tenant,
    pairs.map((pair) => ({
      // Each text once, so that what is passed on grows with the texts and not with the pairs.
      first: texts.get(pair.first.key) ?? asked(pair.first),
      second: texts.get(pair.second.key) ?? asked(pair.second),
      likeness: likenessOf(pair, comparer),
      byRules: pair.isOfThisText || !mattering.has(pair.first.key) || isOfOthers(pair, language),
    })),
    dependencies,
  );
  for (const [place, pair] of pairs.entries()) {
    const comparison = found[place];
    if (comparison) comparisons.add(pair, comparison);
  }
}
