import type { NodeType, RelationRecord, RelationRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Relation } from '../generated/client.js';
import { type Database, json, jsonObject } from './database.js';

const toRecord = ({ tenantId: _tenantId, fromType, toType, metadata, ...row }: Relation): RelationRecord => ({
  ...row,
  fromType: fromType as NodeType,
  toType: toType as NodeType,
  metadata: jsonObject(metadata),
});

export const createRelationRepository = (database: Database, tenant: TenantId): RelationRepository => ({
  async add(relations) {
    const data = relations.map((relation) => ({ ...relation, tenantId: tenant, metadata: json(relation.metadata) }));
    await database.relation.createMany({ data, skipDuplicates: true });
  },
  async of(nodeId) {
    const where = { tenantId: tenant, OR: [{ fromId: nodeId }, { toId: nodeId }] };
    return (await database.relation.findMany({ where, orderBy: { id: 'asc' } })).map(toRecord);
  },
  async removeOf(nodeIds) {
    const ids = { in: [...nodeIds] };
    await database.relation.deleteMany({ where: { tenantId: tenant, OR: [{ fromId: ids }, { toId: ids }] } });
  },
});
