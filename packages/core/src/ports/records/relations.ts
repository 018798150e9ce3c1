import type { JsonObject, Mark } from '@hippocamp/shared/schemas/common';
import type { NodeType } from '@hippocamp/shared/schemas/relations';
import type { ReplacingEdge, ToldBefore } from './memories.js';
import type { Page, PageRequest } from './pages.js';

export type { NodeType } from '@hippocamp/shared/schemas/relations';

export interface GraphNode {
  type: NodeType;
  id: string;
}

export interface RelationRecord {
  id: string;
  type: string;
  fromType: NodeType;
  fromId: string;
  toType: NodeType;
  toId: string;
  weight: number;
  metadata: JsonObject;
  createdAt: Date;
}

/** Members left out pass everything. */
export interface RelationFilter {
  type?: string | undefined;
  fromId?: string | undefined;
  toId?: string | undefined;
  /** Matches either end. */
  nodeId?: string | undefined;
}

export interface TraversalRequest {
  start: GraphNode;
  /** Relations between the start and the farthest node. */
  depth: number;
  direction: 'outgoing' | 'incoming' | 'both';
  type?: string | undefined;
  /** Memories and artifacts of other owners are taken for missing ones. The relations to them count as read. */
  owner?: string | undefined;
  /** The most nodes, the start included. */
  limit: number;
}

export interface TraversalRecord {
  /** Each once, nearest first, then by id. */
  nodes: (GraphNode & { depth: number; label: string | null; marks?: Mark[] })[];
  /** The relations followed, by id. */
  relations: RelationRecord[];
  /** True when there are more nodes than `limit`, or more relations than are read at once. */
  truncated: boolean;
}

export interface RelationRepository {
  /** An existing edge stays as it is. Answers the ids of those that were added. */
  add(relations: readonly RelationRecord[]): Promise<string[]>;
  /** An existing edge keeps its id and time, and gets this weight and metadata. Answers the stored edge. */
  put(relation: RelationRecord): Promise<RelationRecord>;
  get(id: string): Promise<RelationRecord | null>;
  /** Newest first. */
  page(filter: RelationFilter, request: PageRequest): Promise<Page<RelationRecord>>;
  of(nodeId: string): Promise<RelationRecord[]>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  removeOf(nodeIds: readonly string[]): Promise<void>;
  /** Removes the edges of this type from a memory to these entities. Answers their ids. */
  removeLeading(type: string, memoryId: string, entityIds: readonly string[]): Promise<string[]>;
  /** The earliest live memory with an edge of this type to the whole of each of these. */
  replacing(type: string, memoryIds: readonly string[]): Promise<ReplacingEdge[]>;
  /** By edges of this type. */
  toldBefore(type: string, memoryIds: readonly string[]): Promise<ToldBefore>;
  /** Live memories of which one of these replaced a part, by edges of this type with `metadata.part`; the first `most`. */
  partsReplacedBy(
    type: string,
    laterIds: readonly string[],
    most: number,
  ): Promise<{ earlierId: string; laterId: string }[]>;
  /** Removes the edges of this type from memories that replace this one whole. Who took a part of it still holds that. */
  removeReplacing(type: string, memoryId: string): Promise<void>;
  /** Answers the existing nodes; an artifact always exists. They cannot be removed until the transaction ends. */
  hold(nodes: readonly GraphNode[]): Promise<GraphNode[]>;
  /** Breadth first, each node once. Null when the start is an entity or memory that does not exist. */
  traverse(request: TraversalRequest): Promise<TraversalRecord | null>;
}
