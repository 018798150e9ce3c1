import { NEWER_STAGE, newerFirst } from '@hippocamp/shared/scoring/newer-first';
import { type RankRequest, rank } from '@hippocamp/shared/scoring/rank';
import { relevance, type Scorer } from '@hippocamp/shared/scoring/score';
import type { TopK } from '@hippocamp/shared/scoring/top-k';
import type { TopKSources } from '@hippocamp/shared/scoring/top-k-sources';
import type { RelationRepository } from '../../ports/records.js';
import { MAY_SUPERSEDE } from '../memories/replacements.js';

interface Ranking {
  wanted: RankRequest;
  scorer: Scorer;
  sources: TopKSources;
}

/** Where one of the best was told of again, those are put in order anew, the later told before the earlier. */
export async function newestFirst(
  relations: Pick<RelationRepository, 'replacing'>,
  first: TopK,
  { wanted, scorer, sources }: Ranking,
): Promise<TopK> {
  if (scorer.weights.semantic === 0 || first.ranked.length === 0) return first;
  const { k, minScore, minRelevance } = wanted;
  const twiceIn = ({ ranked }: TopK) =>
    relations.replacing(
      MAY_SUPERSEDE,
      ranked.slice(0, NEWER_STAGE).map(({ id }) => id),
    );
  const found = await twiceIn(first);
  if (found.length === 0) return first;
  const isWhole = k >= NEWER_STAGE;
  const many = isWhole ? first : await rank({ ...wanted, k: NEWER_STAGE }, scorer, sources);
  const ranked = newerFirst(many.ranked, isWhole ? found : await twiceIn(many), scorer).filter(
    ({ score, parts }) => score >= minScore && relevance(parts, scorer) >= minRelevance,
  );
  return { ...many, ranked: ranked.slice(0, k) };
}
