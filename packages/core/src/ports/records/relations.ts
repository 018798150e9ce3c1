import type { JsonObject, Mark } from '@hippocamp/shared/schemas/common';
import type { NodeType } from '@hippocamp/shared/schemas/relations';
import type { ReplacingEdge } from './memories.js';
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
  /** Follow relations of this type only. */
  type?: string | undefined;
  /** Most nodes, the start included. */
  limit: number;
}

export interface TraversalRecord {
  /** Each once, nearest first, those of one depth by id. */
  nodes: (GraphNode & { depth: number; label: string | null; marks?: Mark[] })[];
  /** The relations followed from one of the nodes to another, by id. */
  relations: RelationRecord[];
  /** There is more within this depth: more nodes than `limit`, or more relations than are read for one traversal. */
  truncated: boolean;
}

export interface RelationRepository {
  /** An edge that is there already stays as it is. */
  add(relations: readonly RelationRecord[]): Promise<void>;
  /** An edge that is there already keeps its id and time, and gets this weight and metadata. Answers what is there now. */
  put(relation: RelationRecord): Promise<RelationRecord>;
  get(id: string): Promise<RelationRecord | null>;
  /** Newest first. */
  page(filter: RelationFilter, request: PageRequest): Promise<Page<RelationRecord>>;
  /** The relations with one end at this node. */
  of(nodeId: string): Promise<RelationRecord[]>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  removeOf(nodeIds: readonly string[]): Promise<void>;
  /** Live memories with an edge of this type to the whole of one of these memories, the earliest first. */
  replacing(type: string, memoryIds: readonly string[]): Promise<ReplacingEdge[]>;
  /** Live memories that one of these memories has an edge of this type to that says it is of a part: `metadata.part`. */
  partsReplacedBy(type: string, laterIds: readonly string[]): Promise<{ earlierId: string; laterId: string }[]>;
  /** Removes the edges of this type to a memory. */
  removeReplacing(type: string, memoryId: string): Promise<void>;
  /**
   * Which of these nodes exist; an artifact always does. Until the transaction ends, nobody can remove them, so that no
   * relation is left without its ends.
   */
  hold(nodes: readonly GraphNode[]): Promise<GraphNode[]>;
  /** Breadth first, each node visited once. Null when the start is an entity or a memory that does not exist. */
  traverse(request: TraversalRequest): Promise<TraversalRecord | null>;
}
