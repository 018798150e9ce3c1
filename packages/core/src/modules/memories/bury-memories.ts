import type { TenantRepositories } from '../../ports/records.js';
import { recompose } from '../lifecycle/distilled-memory.js';
import type { Making } from './new-memory.js';

/**
 * Takes the text of memories that are gone or no longer hold out of what was distilled from them; what has no other source
 * goes too. Answers the rows that have to be indexed after the commit.
 */
export async function takeFromDistilled(
  repositories: TenantRepositories,
  sourceIds: readonly string[],
  making: Making,
): Promise<string[]> {
  // After the change of the sources, which holds their rows: whoever distils them now finds them changed.
  const distilled = await repositories.lifecycle.takeSources(sourceIds);
  const left = distilled.filter(({ remaining }) => remaining.length > 0);
  for (const { memoryId, remaining } of left) await recompose(repositories, memoryId, remaining, making.now);
  const emptied = distilled.filter(({ remaining }) => remaining.length === 0).map(({ memoryId }) => memoryId);
  return [...left.map(({ memoryId }) => memoryId), ...(await buryMemories(repositories, emptied, making))];
}

/**
 * Removes memories with everything that holds their text, and artifacts that ingest made and nothing points to any more.
 * Answers the rows that have to be indexed after the commit: the removed, and those that held their text.
 */
export async function buryMemories(
  repositories: TenantRepositories,
  ids: readonly string[],
  making: Making,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { buried, changed, artifactIds } = await repositories.memories.bury(ids, making.now);
  if (artifactIds.length > 0) await repositories.artifacts.removeUnused(artifactIds);
  if (buried.length === 0) return changed;
  await repositories.relations.removeOf(buried);
  await repositories.idempotency.forget(buried);
  return [...buried, ...changed, ...(await takeFromDistilled(repositories, buried, making))];
}
