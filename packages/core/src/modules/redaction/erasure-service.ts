import { validationFailed } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Erased, EraseReceipt, TenantReceipt } from '@hippocamp/shared/schemas/erasure';
import type { Records, TenantRecords, TenantRepositories } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import type { Caller } from '../caller.js';
import { isOutage, type Once, type SaveAnswer } from '../idempotency/run-once.js';
import type { MemoryServiceDependencies } from '../memory-store/memory-dependencies.js';
import { noteErasure } from './erased-meanwhile.js';
import { stillKept } from './remove-matching.js';
import { type RemovedMemories, removeMemories } from './remove-memories.js';
import { createSmallerParts } from './smaller-parts.js';

export interface ErasureDependencies extends Omit<MemoryServiceDependencies, 'facts' | 'ageing'> {
  index: VectorIndex;
}

export interface ErasureService {
  /** A repeat after an interruption goes on; with the same key it also keeps counting. */
  erase(caller: Caller, ownerEntityId: string): Promise<Once<EraseReceipt>>;
  /** `confirmation` has to be the tenant's name. */
  deleteTenant(caller: Caller, confirmation: string | undefined): Promise<TenantReceipt>;
}

/** Rows removed in one transaction. Few, so that nobody waits long for it; fewer where those take too long. */
const CHUNK = 100;

/** Relations that go in the place of another row, because they go one by one. */
const RELATIONS = 5;

/** The same of each table of a tenant. */
const TENANT_CHUNK = 500;

const nothing: Erased = {
  memories: 0,
  derivedMemories: 0,
  vectors: 0,
  history: 0,
  relations: 0,
  artifacts: 0,
  ingests: 0,
  events: 0,
  entities: 0,
  storedAnswers: 0,
  undoStates: 0,
  jobs: 0,
  reviews: 0,
};

interface Part {
  erased: Partial<Erased>;
  isLast: boolean;
  removed?: Pick<RemovedMemories, 'touched' | 'keptIn'>;
}

const add = (first: Erased, second: Partial<Erased>): Erased => ({
  ...first,
  ...Object.fromEntries(
    // A receipt that an earlier release began knows fewer kinds.
    Object.entries(second).map(([kind, count]) => [kind, (first[kind as keyof Erased] ?? 0) + count]),
  ),
});

type ErasePart = (repositories: TenantRepositories, owner: string, size: number) => Promise<Part>;

/** Ingests go first, so that their workers find them gone. Each kind has its own transactions, against deadlocks. */
const eraseSources: ErasePart[] = [
  async ({ erasure, idempotency }, owner, size) => {
    const { traceIds, jobs } = await erasure.removeIngests(owner, size);
    await idempotency.forget([owner, ...traceIds]);
    return { erased: { ingests: traceIds.length, jobs }, isLast: traceIds.length < size };
  },
  async ({ erasure }, owner, size) => {
    const reviews = await erasure.removeReviews(owner, size);
    return { erased: { reviews }, isLast: reviews < size };
  },
  async ({ erasure, idempotency }, owner, size) => {
    const { artifactIds, traceIds, jobs } = await erasure.removeArtifacts(owner, size);
    if (traceIds.length > 0) await idempotency.forget([owner, ...traceIds]);
    const { length } = artifactIds;
    return { erased: { artifacts: length, ingests: traceIds.length, jobs }, isLast: length < size };
  },
  async ({ erasure }, owner, size) => {
    const events = await erasure.removeEvents(owner, size);
    return { erased: { events }, isLast: events < size };
  },
];

const eraseRelations: ErasePart = async ({ erasure }, owner, size) => {
  const relations = await erasure.removeRelationsOf(owner, RELATIONS * size);
  return { erased: { relations }, isLast: relations === 0 };
};

/** Few, which came meanwhile. */
async function removeLateRelations({ erasure }: TenantRepositories, owner: string): Promise<number> {
  let relations = 0;
  for (let count = 1; count > 0; relations += count) count = await erasure.removeRelationsOf(owner, TENANT_CHUNK);
  return relations;
}

async function removeVectors(index: VectorIndex, tenant: TenantId): Promise<number> {
  let count = 0;
  for (;;) {
    const points = await index.scan(tenant, null, CHUNK);
    if (points.length === 0) return count;
    await index.remove(
      tenant,
      points.map(({ id }) => id),
    );
    count += points.length;
  }
}

async function removeRows(records: Records, tenant: TenantId): Promise<Record<string, number>> {
  const own = records.forTenant(tenant);
  const inParts = createSmallerParts(records, TENANT_CHUNK);
  const rows: Record<string, number> = {};
  for (;;) {
    const removed = await inParts((size) => own.transaction(({ erasure }) => erasure.removeEverything(size)));
    if (Object.keys(removed).length === 0) return rows;
    for (const [table, count] of Object.entries(removed)) rows[table] = (rows[table] ?? 0) + count;
  }
}

export function createErasureService({
  records,
  index,
  indexing,
  runOnce,
  clock,
  ids,
}: ErasureDependencies): ErasureService {
  const eraseMemories: ErasePart = async (repositories, owner, size) => {
    const { erasure } = repositories;
    const found = await erasure.memoriesOf(owner, size);
    if (found.length === 0) return { erased: {}, isLast: true };
    const { derived, ...counts } = await erasure.belongings(found);
    const removed = await removeMemories(repositories, found, { now: clock.now(), ids, revives: true });
    await erasure.forgetActions(found);
    const gone = { ...counts, memories: found.length, derivedMemories: derived, entities: removed.entities.length };
    return { erased: gone, isLast: false, removed };
  };

  /** Works in short transactions. Each saves its counts, so that a repeat goes on from them. */
  const eraseAll = async (
    own: TenantRecords,
    tenant: TenantId,
    saved: EraseReceipt,
    save: SaveAnswer<EraseReceipt>,
  ): Promise<EraseReceipt> => {
    const owner = saved.ownerEntityId;
    let receipt = saved;
    for (const erasePart of [...eraseSources, eraseMemories, eraseRelations]) {
      const inParts = createSmallerParts(records, CHUNK);
      for (let isLast = false; !isLast; ) {
        const part = await inParts((size) =>
          own.transaction(async (repositories) => {
            await repositories.lockOwner(owner);
            const { erased, removed, ...rest } = await erasePart(repositories, owner, size);
            const named = await stillKept(repositories, [...(receipt.keptIn ?? []), ...(removed?.keptIn ?? [])]);
            const counted = { ...receipt, erased: add(receipt.erased, erased), ...named };
            await save(repositories, counted);
            return { ...rest, counted, touched: removed?.touched ?? [] };
          }),
        );
        receipt = part.counted;
        isLast = part.isLast;
        await indexing.trySync(tenant, part.touched);
      }
    }
    return receipt;
  };

  return {
    erase({ tenant, idempotency }, ownerEntityId) {
      const own = records.forTenant(tenant);
      return runOnce<EraseReceipt>(own, idempotency, {
        mentions: () => [],
        effect: async () => ({ ownerEntityId, erasedAt: clock.now().toISOString(), erased: nothing }),
        resumes: true,
        async finish(saved, save) {
          await noteErasure(own, ownerEntityId, clock.now());
          const receipt = await eraseAll(own, tenant, saved, save);
          return own.transaction(async (repositories) => {
            // Relations before entities, as others lock them. Once the entity is gone it gets no more.
            const before = await removeLateRelations(repositories, ownerEntityId);
            const entities = (await repositories.entities.remove(ownerEntityId)) ? 1 : 0;
            const relations = before + (await removeLateRelations(repositories, ownerEntityId));
            const whole = { ...receipt, erased: add(receipt.erased, { relations, entities }) };
            const now = clock.now();
            // Without an actor, since the owner's events are removed. It holds ids and counts only.
            const made = { id: ids.next(), actorEntityId: null, occurredAt: now, createdAt: now, tags: [] };
            await repositories.events.insert([{ ...made, eventType: 'erased', payload: { ...whole } }]);
            await save(repositories, whole);
            return whole;
          });
        },
      });
    },

    async deleteTenant({ tenant }, confirmation) {
      if (confirmation !== tenant) {
        const message = 'must name the tenant once more, since everything in it is removed';
        throw validationFailed([{ path: 'header.x-confirm-tenant', code: 'not_confirmed', message }]);
      }
      // The index goes first: if it does not answer, nothing has been deleted yet.
      const before = await removeVectors(index, tenant);
      const rows = await removeRows(records, tenant);
      const after = await removeVectors(index, tenant).catch((error: unknown) => {
        if (isOutage(error)) return null;
        throw error;
      });
      const receipt = { deleted: true, tenantId: tenant, deletedAt: clock.now().toISOString(), rows };
      return {
        ...receipt,
        vectors: before + (after ?? 0),
        ...(after === null ? { vectorsMayRemain: true as const } : {}),
      };
    },
  };
}
