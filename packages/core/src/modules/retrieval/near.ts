import { NEWER_STAGE, newerFirst } from '@hippocamp/shared/scoring/newer-first';
import { type RankRequest, rank as rankBest } from '@hippocamp/shared/scoring/rank';
import { relevance, type Scorer } from '@hippocamp/shared/scoring/score';
import type { TopK } from '@hippocamp/shared/scoring/top-k';
import type { TopKSources } from '@hippocamp/shared/scoring/top-k-sources';
import type {
  MemoryFilter,
  MemoryRecord,
  MemoryRepository,
  NearRows,
  RelationRepository,
  ToldBefore,
} from '../../ports/records.js';
import { MAY_SUPERSEDE } from '../memory-store/replacements.js';

/** Whole rows that are read ahead. Each may be long. */
const MOST_AHEAD = 50;

/** Keeps the rows and edges that came with the lists, so that they are not read again. */
export function createNear({
  relations,
  memories,
}: {
  relations: Pick<RelationRepository, 'toldBefore'>;
  memories: Pick<MemoryRepository, 'getMany'>;
}) {
  const whole = new Map<string, MemoryRecord>();
  const rounds: ToldBefore[] = [];
  return {
    whole,
    onNear(rows: NearRows): void {
      for (const row of rows.whole) whole.set(row.id, row);
      if (rows.told) rounds.push(rows.told);
    },
    /** Reads what did not come with the lists, while something else is waited for. */
    async readAhead(ids: readonly string[], filter: MemoryFilter): Promise<void> {
      const rest = ids.slice(0, MOST_AHEAD).filter((id) => !whole.has(id));
      for (const row of await memories.getMany(rest, filter)) whole.set(row.id, row);
    },
    async toldBefore(type: string, ids: readonly string[]): Promise<ToldBefore> {
      const known = rounds.find(({ of }) => ids.every((id) => of.includes(id)));
      if (!known) return relations.toldBefore(type, ids);
      const isAsked = (id: string) => ids.includes(id);
      const among = known.among.filter(({ earlierId, laterId }) => isAsked(earlierId) && isAsked(laterId));
      return { of: ids, earlier: known.earlier.filter(isAsked), among };
    },
  };
}

/** When one of the best was replaced by a newer memory, puts the newer before the older. */
export async function newestFirst(
  relations: Pick<ReturnType<typeof createNear>, 'toldBefore'>,
  first: TopK,
  { wanted, scorer, sources }: { wanted: RankRequest; scorer: Scorer; sources: TopKSources },
): Promise<TopK> {
  if (scorer.weights.semantic === 0 || first.ranked.length === 0) return first;
  const { k, minScore, minRelevance } = wanted;
  const toldAmong = ({ ranked }: TopK) =>
    relations.toldBefore(
      MAY_SUPERSEDE,
      ranked.slice(0, NEWER_STAGE).map(({ id }) => id),
    );
  const told = await toldAmong(first);
  if (told.earlier.length === 0) return first;
  const isWhole = k >= NEWER_STAGE;
  const many = isWhole ? first : await rankBest({ ...wanted, k: NEWER_STAGE }, scorer, sources);
  const { among } = isWhole ? told : await toldAmong(many);
  if (among.length === 0) return first;
  const ranked = newerFirst(many.ranked, among, scorer).filter(
    ({ score, parts }) => score >= minScore && relevance(parts, scorer) >= minRelevance,
  );
  return { ...many, ranked: ranked.slice(0, k) };
}
