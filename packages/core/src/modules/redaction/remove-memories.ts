import type { Ids } from '../../ports/ids.js';
import type { TenantRepositories } from '../../ports/records.js';
import { leaveGraph } from '../graph/leave-graph.js';
import { emptiedWith } from '../memory-store/emptied-with.js';
import { reviveTakenBy } from '../memory-store/give-back.js';
import { settleReplaced } from '../memory-store/replacements.js';
import { remakeDistilled, takeFromDistilled } from '../memory-store/withdraw.js';
import { findWords, takeOut } from './forget-words.js';
import { allWordings } from './forgotten.js';
import { wordingsOf } from './wordings-of.js';

export interface DeleteOptions {
  now: Date;
  ids: Ids;
  /** True when replaced memories hold again. False for removal by age. */
  revives: boolean;
}

export interface RemovedMemories {
  /** The removed and changed rows, to be indexed after the commit. */
  touched: string[];
  /** Memories of the same texts that keep words of the removed ones. */
  keptIn: string[];
  /** Entities that were removed because only these memories mentioned them. */
  entities: string[];
}

interface Removal {
  touched: string[];
  keptIn: string[];
  buried: string[];
  /** Memories whose stored answers are out of date. */
  outdated: string[];
}

const nothing: Removal = { touched: [], keptIn: [], buried: [], outdated: [] };

async function remove(
  repositories: TenantRepositories,
  asked: readonly string[],
  options: DeleteOptions,
): Promise<Removal> {
  if (asked.length === 0) return nothing;
  const ids = [...asked, ...(await emptiedWith(repositories.lifecycle, asked))];
  const { memories, artifacts, history, idempotency } = repositories;
  const { now } = options;
  const removed = await wordingsOf(repositories, ids);
  const words = await findWords(repositories, ids, removed.map(allWordings));
  const { buried, changed, artifactIds } = await memories.bury(ids, now, words.contextsOf);
  const emptiedIngests = artifactIds.length > 0 ? await artifacts.removeUnused(artifactIds) : [];
  await idempotency.forget(emptiedIngests);
  if (buried.length === 0) return { ...nothing, touched: changed };
  const { keptIn, quoting } = await takeOut(repositories, words, now);
  // Until here it tells the words that have to go.
  await history.forget(buried);
  const settled = await settleReplaced(repositories, removed, { ...options, nextId: options.ids.next });
  const whole = options.revives ? await reviveTakenBy(repositories, { laterIds: buried, removed }, options) : [];
  await remakeDistilled(repositories, settled.holding, now);
  const tags = new Set(removed.flatMap((memory) => memory.tags));
  const { touched, emptied } = await takeFromDistilled(repositories, buried, { now, tags });
  await repositories.lifecycle.forgetSources(buried);
  // Only what others began to distil before these rows were held.
  const more = await remove(repositories, emptied, options);
  return {
    touched: [...buried, ...changed, ...quoting, ...settled.touched, ...whole, ...touched, ...more.touched],
    keptIn,
    buried: [...buried, ...more.buried],
    outdated: [...buried, ...changed, ...more.outdated],
  };
}

/** Removes memories and their words everywhere. Unused artifacts and entities go, replaced memories hold again. */
export async function removeMemories(
  repositories: TenantRepositories,
  ids: readonly string[],
  options: DeleteOptions,
): Promise<RemovedMemories> {
  const { buried, outdated, ...removal } = await remove(repositories, ids, options);
  if (buried.length === 0) return { ...removal, entities: [] };
  const entities = await leaveGraph(repositories, buried);
  await repositories.idempotency.forget([...outdated, ...entities]);
  return { ...removal, entities };
}
