import { type FieldError, Problem } from '@hippocamp/shared/problems';
import type { RelationCreate } from '@hippocamp/shared/schemas/relations';
import type { GraphNode, RelationRepository } from '../../ports/records.js';

const missing = (path: string, { type }: GraphNode): FieldError => ({
  path,
  code: 'unknown_node',
  message: `no ${type} has this id`,
});

/**
 * Throws unprocessable unless both ends exist, and keeps them until the transaction ends. An artifact may be one of the
 * client's own.
 */
export async function checkEnds(relations: RelationRepository, relation: RelationCreate): Promise<void> {
  const from: GraphNode = { type: relation.fromType, id: relation.fromId };
  const to: GraphNode = { type: relation.toType, id: relation.toId };
  const held = await relations.hold([from, to]);
  const exists = (node: GraphNode) => held.some(({ type, id }) => type === node.type && id === node.id);
  const errors = [...(exists(from) ? [] : [missing('/fromId', from)]), ...(exists(to) ? [] : [missing('/toId', to)])];
  if (errors.length === 0) return;
  throw new Problem('unprocessable', 'A relation needs both of its ends.', { errors });
}
