import type { TenantRepositories } from '../../ports/records.js';
import { groupBy } from '../in-parts.js';
import { contextPages, drawnPages } from '../memory-store/drawn-from.js';
import { type ContextRow, contextsHolding } from '../text/places-in.js';
import { batchesOf } from '../text/word-batch.js';
import { type ForgottenById, type Mentioned, mentionKey, nothing, partsOf, soughtIn } from './sought.js';
import type { WordSearch } from './word-search.js';

/** UTF-16 units of contexts that are looked through together. */
const TOGETHER = 8 * 1024 * 1024;
/** What a short context takes besides. */
const EACH = 100;

interface Waiting extends Pick<Mentioned, 'of'> {
  rows: ContextRow[];
}

export interface ContextLook {
  add(rows: readonly ContextRow[], sought: Mentioned): Promise<void>;
  /** Answers the ids of those whose context holds the words. Call it last. */
  holding(): Promise<string[]>;
}

/** Contexts wait until they are many, because a long history may be read for each look. */
export function createContextLook(search: WordSearch, most = TOGETHER): ContextLook {
  const waiting = new Map<string, Waiting>();
  const holding = new Set<string>();
  let units = 0;

  const lookThrough = async () => {
    for (const { rows, of } of waiting.values())
      for (const id of await contextsHolding(rows, search.batchesOf(of))) holding.add(id);
    waiting.clear();
    units = 0;
  };

  return {
    async add(rows, { said, of }) {
      for (const id of await contextsHolding(rows, batchesOf(said))) holding.add(id);
      const left = rows.filter(({ id, context }) => context !== null && !holding.has(id));
      const key = mentionKey({ of });
      const own = waiting.get(key) ?? { rows: [], of };
      waiting.set(key, own);
      for (const row of left) own.rows.push(row);
      units += left.reduce((sum, { context }) => sum + (context?.length ?? 0) + EACH, 0);
      if (units >= most) await lookThrough();
    },
    async holding() {
      await lookThrough();
      return [...holding];
    },
  };
}

/** Texts without remaining memories have no contexts, so they need no lookup. */
async function textsWithContexts(
  repositories: TenantRepositories,
  artifactIds: readonly string[],
  isLeft: (id: string) => boolean,
): Promise<string[]> {
  const found = new Set<string>();
  for await (const page of drawnPages(repositories, artifactIds, 'context'))
    for (const { id, sourceArtifactId } of page) if (isLeft(id)) found.add(sourceArtifactId);
  return [...found];
}

/** The memories of these texts whose contexts hold the words. */
export async function contextsOfTexts(
  repositories: TenantRepositories,
  artifactIds: readonly string[],
  { forgotten, search }: { forgotten: ForgottenById; search: WordSearch },
): Promise<string[]> {
  const { ingests } = repositories;
  const isLeft = (id: string) => !forgotten.has(id);
  const shared = await textsWithContexts(repositories, artifactIds, isLeft);
  const look = createContextLook(search);
  const answers = await ingests.answers({ artifactIds: shared, traceIds: [] });
  // The texts themselves are not read here.
  for (const part of partsOf(shared, answers, () => 0)) {
    const sought = await soughtIn(forgotten, await ingests.results(part.traceIds));
    for await (const page of contextPages(repositories, part.artifactIds, isLeft)) {
      for (const [id, rows] of groupBy(page, ({ artifactId }) => artifactId))
        await look.add(rows, sought.get(id) ?? nothing());
    }
  }
  return look.holding();
}
