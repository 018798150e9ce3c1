import type { TenantRepositories } from '../../ports/records.js';

/**
 * Removes memories with everything that holds their text, and artifacts that ingest made and nothing points to any more.
 * Answers the rows that have to be indexed after the commit: the removed, and those whose context held their text.
 */
export async function buryMemories(
  repositories: TenantRepositories,
  ids: readonly string[],
  at: Date,
): Promise<string[]> {
  const { buried, changed, artifactIds } = await repositories.memories.bury(ids, at);
  if (buried.length > 0) {
    await repositories.relations.removeOf(buried);
    await repositories.idempotency.forget(buried);
  }
  if (artifactIds.length > 0) await repositories.artifacts.removeUnused(artifactIds);
  return [...buried, ...changed];
}
