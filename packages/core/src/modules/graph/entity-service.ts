import { Problem } from '@hippocamp/shared/problems';
import type {
  Entity,
  EntityCreate,
  EntityList,
  EntityListQuery,
  EntityPatch,
} from '@hippocamp/shared/schemas/entities';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { Records } from '../../ports/records.js';
import { type Caller, expectVersion } from '../caller.js';
import type { Once, RunOnce } from '../idempotency/run-once.js';
import { listPage } from '../paging/list-page.js';
import { entityView } from './entity-view.js';
import { externalIdTaken } from './owners.js';

export interface EntityServiceDependencies {
  records: Records;
  runOnce: RunOnce;
  clock: Clock;
  ids: Ids;
}

export interface EntityService {
  create(caller: Caller, input: EntityCreate): Promise<Once<Entity>>;
  list(caller: Caller, query: EntityListQuery): Promise<EntityList>;
  get(caller: Caller, id: string): Promise<Entity>;
  /** `expected` are versions that the caller accepts; any when undefined. */
  update(caller: Caller, id: string, patch: EntityPatch, expected: readonly number[] | undefined): Promise<Entity>;
  /** Its relations go with it. Memories and events keep its id. */
  remove(caller: Caller, id: string, expected: readonly number[] | undefined): Promise<void>;
}

const unknownEntity = () => new Problem('not-found', 'No entity has this id.');

export function createEntityService({ records, runOnce, clock, ids }: EntityServiceDependencies): EntityService {
  return {
    create({ tenant, idempotency }, input) {
      const id = ids.next();
      return runOnce<Entity>(records.forTenant(tenant), idempotency, {
        mentions: () => [id],
        async find({ entities }) {
          const entity = await entities.get(id);
          return entity && entityView(tenant, entity);
        },
        async effect({ entities }) {
          const now = clock.now();
          const entity = { ...input, id, createdAt: now, updatedAt: now, version: 1, fromMentions: false };
          if ((await entities.insert([entity])) === 0) throw externalIdTaken();
          return entityView(tenant, entity);
        },
        finish: async (entity) => entity,
      });
    },

    async list({ tenant }, { type, tag, name, externalId, ...asked }) {
      const filter = { type, tag, name, externalId };
      const { rows, page } = await listPage(asked, [tenant, 'entities', filter], (request) =>
        records.forTenant(tenant).entities.page(filter, request),
      );
      return { entities: rows.map((row) => entityView(tenant, row)), ...page };
    },

    async get({ tenant }, id) {
      const found = await records.forTenant(tenant).entities.get(id);
      if (!found) throw unknownEntity();
      return entityView(tenant, found);
    },

    async update({ tenant }, id, patch, expected) {
      const now = clock.now();
      const updated = await records.forTenant(tenant).transaction(async ({ entities }) => {
        const before = await entities.get(id, { lock: true });
        if (!before) throw unknownEntity();
        expectVersion('entity', before, expected);
        return entities.update(id, patch, now);
      });
      if (!updated) throw unknownEntity();
      return entityView(tenant, updated);
    },

    async remove({ tenant }, id, expected) {
      await records.forTenant(tenant).transaction(async ({ entities, relations, idempotency }) => {
        await entities.lockNames();
        const found = await entities.get(id, { lock: true });
        if (!found) throw unknownEntity();
        expectVersion('entity', found, expected);
        await entities.remove(id);
        await relations.removeOf([id]);
        await idempotency.forget([id]);
      });
    },
  };
}
