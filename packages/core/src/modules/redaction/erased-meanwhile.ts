import { IMPORT, type TenantRecords, type TenantRepositories } from '../../ports/records.js';

/** The tenant or owner was erased after the import began. */
export class ErasedMeanwhile extends Error {
  override readonly name = 'ErasedMeanwhile';
}

/** Keys of idempotency rows, which go with their tenant or expire. No client can send such keys. */
const ERASE = 'erase';
const eraseKey = (owner: string) => `${ERASE} ${owner}`;

type Keys = Pick<TenantRepositories, 'idempotency'>;

const write = async ({ idempotency }: Keys, key: string, fingerprint: string, at: Date) => {
  await idempotency.release(key);
  await idempotency.claim(key, { fingerprint, lockedUntil: at, at, expiredBefore: new Date(0) });
  await idempotency.store(key, { result: { at: at.toISOString() }, mentions: [], lockedUntil: at });
};

/** Marks an erasure under the lock of the owner. Imports that began before it stop. */
export async function noteErasure(own: TenantRecords, owner: string, now: Date): Promise<void> {
  await own.transaction(async (repositories) => {
    await repositories.lockOwner(owner);
    await write(repositories, eraseKey(owner), ERASE, now);
  });
}

export interface Bringing {
  /** Call in each transaction of an import. Rejects with `ErasedMeanwhile`; blocks an erasure until its end. */
  check(repositories: TenantRepositories, owners: Iterable<string>): Promise<void>;
  end(): Promise<void>;
}

export async function beginBringing(own: TenantRecords, id: string, startedAt: Date): Promise<Bringing> {
  const key = `${IMPORT} ${id}`;
  await write(own, key, IMPORT, startedAt);
  return {
    async check(repositories, owners) {
      const { idempotency } = repositories;
      const sorted = [...owners].sort();
      if (sorted.length > 0) {
        await repositories.lockOwners(sorted);
        const erasures = await idempotency.results(sorted.map(eraseKey), ERASE);
        if (erasures.some(({ at }) => String(at) >= startedAt.toISOString())) throw new ErasedMeanwhile();
      }
      // Last, because an erasure of the tenant waits for this row while it holds others.
      const own = await idempotency.resume(key, { fingerprint: IMPORT, lockedUntil: startedAt, at: startedAt });
      if (!own) throw new ErasedMeanwhile();
    },
    end: () => own.idempotency.release(key),
  };
}
