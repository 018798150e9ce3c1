import type { JsonObject } from '@hippocamp/shared/schemas/common';

export type NodeType = 'entity' | 'artifact' | 'memory';

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

export interface RelationRepository {
  /** An edge that is there already stays as it is. */
  add(relations: readonly RelationRecord[]): Promise<void>;
  /** With one end at this node. */
  of(nodeId: string): Promise<RelationRecord[]>;
  removeOf(nodeIds: readonly string[]): Promise<void>;
}
