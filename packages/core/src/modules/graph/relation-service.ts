import { type FieldError, Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type {
  Relation,
  RelationCreate,
  RelationList,
  RelationListQuery,
  Traversal,
  TraverseQuery,
} from '@hippocamp/shared/schemas/relations';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { GraphNode, Records, RelationRecord, RelationRepository } from '../../ports/records.js';
import { type Caller, known } from '../caller.js';
import type { Once, RunOnce } from '../idempotency/run-once.js';
import { listPage } from '../paging/list-page.js';
import { MENTIONS } from './link-mentions.js';

const missing = (path: string, { type }: GraphNode): FieldError => ({
  path,
  code: 'unknown_node',
  message: `no ${type} has this id`,
});

/** Locks both ends. Throws unprocessable when one is missing; artifacts may be the client's own. */
async function checkEnds(relations: RelationRepository, relation: RelationCreate): Promise<void> {
  const from: GraphNode = { type: relation.fromType, id: relation.fromId };
  const to: GraphNode = { type: relation.toType, id: relation.toId };
  const held = await relations.hold([from, to]);
  const exists = (node: GraphNode) => held.some(({ type, id }) => type === node.type && id === node.id);
  const errors = [...(exists(from) ? [] : [missing('/fromId', from)]), ...(exists(to) ? [] : [missing('/toId', to)])];
  if (errors.length === 0) return;
  throw new Problem('unprocessable', 'A relation needs both of its ends.', { errors });
}

export interface RelationServiceDependencies {
  records: Records;
  runOnce: RunOnce;
  clock: Clock;
  ids: Ids;
}

export interface PutRelation {
  relation: Relation;
  /** False when an existing edge got a new weight and metadata. */
  created: boolean;
}

export interface RelationService {
  /** Throws unprocessable when an entity or memory at an end does not exist. */
  put(caller: Caller, input: RelationCreate): Promise<Once<PutRelation>>;
  list(caller: Caller, query: RelationListQuery): Promise<RelationList>;
  get(caller: Caller, id: string): Promise<Relation>;
  /** An entity that was made for mentions goes with its last one. */
  remove(caller: Caller, id: string): Promise<void>;
  /** Throws not-found when the start is an entity or memory that does not exist. */
  traverse(caller: Caller, query: TraverseQuery): Promise<Traversal>;
}

const relationView = (tenant: TenantId, { createdAt, ...record }: RelationRecord): Relation => ({
  ...record,
  tenantId: tenant,
  createdAt: createdAt.toISOString(),
});

export function createRelationService({ records, runOnce, clock, ids }: RelationServiceDependencies): RelationService {
  return {
    put({ tenant, idempotency }, input) {
      return runOnce<PutRelation>(records.forTenant(tenant), idempotency, {
        // The answer is forgotten with the relation, which goes with either of its ends.
        mentions: ({ relation }) => [relation.id, relation.fromId, relation.toId],
        // Writing a relation twice has no further effect.
        find: async () => null,
        async effect({ relations }) {
          await checkEnds(relations, input);
          const id = ids.next();
          const stored = await relations.put({ ...input, id, createdAt: clock.now() });
          return { relation: relationView(tenant, stored), created: stored.id === id };
        },
        finish: async (put) => put,
      });
    },

    async list({ tenant }, { type, fromId, toId, nodeId, ...asked }) {
      const filter = { type, fromId, toId, nodeId };
      const { rows, page } = await listPage(asked, [tenant, 'relations', filter], (request) =>
        records.forTenant(tenant).relations.page(filter, request),
      );
      return { relations: rows.map((row) => relationView(tenant, row)), ...page };
    },

    async get({ tenant }, id) {
      return relationView(tenant, known('relation', await records.forTenant(tenant).relations.get(id)));
    },

    async remove({ tenant }, id) {
      await records.forTenant(tenant).transaction(async ({ entities, relations, idempotency }) => {
        const found = known('relation', await relations.get(id));
        // Locked before the row, in the same order as a deletion.
        if (found.type === MENTIONS) await entities.lockNames();
        known('relation', await relations.remove(id));
        const gone = found.type === MENTIONS ? await entities.removeUnrelated([found.toId]) : [];
        await idempotency.forget([id, ...gone]);
      });
    },

    async traverse({ tenant }, { startType, startId, ownerEntityId: owner, ...asked }) {
      const start = { type: startType, id: startId };
      const found = await records.forTenant(tenant).relations.traverse({ start, owner, ...asked });
      if (!found) throw new Problem('not-found', `No ${startType} has the id of the start.`);
      return { start, ...found, relations: found.relations.map((row) => relationView(tenant, row)) };
    },
  };
}
