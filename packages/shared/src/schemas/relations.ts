import { z } from 'zod';
import { bytesOf, freeObject, label, mark, owner, pageAnswer, pageQuery, queryInteger, uuid } from './common.js';

export const nodeTypes = ['entity', 'artifact', 'memory'] as const;
export const nodeType = z.enum(nodeTypes);
export type NodeType = z.infer<typeof nodeType>;

const type = label(64);

/** A traversal answers thousands of relations, so each may hold only a little. */
const RELATION_METADATA_BYTES = 4096;

const relationMetadata = freeObject.refine((value) => bytesOf(value) <= RELATION_METADATA_BYTES, {
  message: `must not take more than ${RELATION_METADATA_BYTES} bytes of JSON`,
  params: { code: 'too_big' },
});

/** Section 2.7 of the interface document. */
export const relation = z
  .object({
    id: z.uuid(),
    tenantId: z.string(),
    type: z.string(),
    fromType: nodeType,
    fromId: z.uuid(),
    toType: nodeType,
    toId: z.uuid(),
    weight: z.number(),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Relation' });
export type Relation = z.infer<typeof relation>;

export const relationCreate = z
  .strictObject({
    type,
    fromType: nodeType,
    fromId: uuid,
    toType: nodeType,
    toId: uuid,
    weight: z.number().default(1),
    metadata: relationMetadata.default({}),
  })
  .meta({ id: 'RelationCreate' });
export type RelationCreate = z.infer<typeof relationCreate>;

export const relationListQuery = z.strictObject({
  ...pageQuery,
  type: type.optional(),
  fromId: uuid.optional(),
  toId: uuid.optional(),
  nodeId: uuid.optional().describe('At either end'),
});
export type RelationListQuery = z.infer<typeof relationListQuery>;

export const relationList = z.object({ relations: z.array(relation), ...pageAnswer });
export type RelationList = z.infer<typeof relationList>;

export const directions = ['outgoing', 'incoming', 'both'] as const;

export const traverseQuery = z.strictObject({
  startType: nodeType,
  startId: uuid,
  depth: queryInteger(1, 6).default(2).describe('Relations between the start and the farthest node'),
  direction: z.enum(directions).default('both'),
  type: type.optional().describe('Follow relations of this type only'),
  ownerEntityId: uuid
    .optional()
    .describe('Leave out memories and raw texts of other owners, and what lies behind them alone'),
  owner: owner.optional(),
  limit: queryInteger(1, 1000).default(200).describe('Most nodes, the start included'),
});
export type TraverseQuery = z.infer<typeof traverseQuery>;

const node = z.object({ type: nodeType, id: z.uuid() });

export const traversal = z
  .object({
    start: node,
    nodes: z
      .array(
        node.extend({
          depth: z.number().int().describe('Relations between the start and this node, by the shortest way'),
          label: z
            .string()
            .nullable()
            .describe('The name of an entity, the beginning of a memory, null for an artifact'),
          marks: z.array(mark).optional().describe('Those of a memory, where it has any'),
        }),
      )
      .describe('Each once, nearest first, the start before all'),
    relations: z.array(relation).describe('Those that were followed from one of these nodes to another'),
    truncated: z.boolean().describe('There is more within this depth'),
  })
  .meta({ id: 'Traversal' });
export type Traversal = z.infer<typeof traversal>;
