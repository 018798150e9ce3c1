import type { TenantRepositories } from '../../ports/records.js';

/** Call before any row is locked. Whoever rewrites memories, or decides what replaces what, takes turns for each owner. */
export async function lockOwners(repositories: TenantRepositories, ids: readonly string[]): Promise<void> {
  for (const owner of await repositories.memories.owners(ids)) await repositories.lockOwner(owner);
}
