import type { TransferKind } from '@hippocamp/shared/schemas/transfer';
import type { ArtifactRecord } from './artifacts.js';
import type { EntityRecord } from './entities.js';
import type { EventRecord } from './events.js';
import type { IngestRecord } from './ingests.js';
import type { MemoryRecord } from './memories.js';
import type { RelationRecord } from './relations.js';
import type { ReviewRecord } from './reviews.js';

/** Everything of a memory except its history. */
export interface TransferMemory extends MemoryRecord {
  distilledAt: Date | null;
  heldUntil: Date | null;
  span: { start: number; end: number } | null;
  contextSourceIds: string[];
  distilledFrom: string[];
}

/** The members that an inserted memory takes over from the exported one. */
export type Restored = Pick<MemoryRecord, 'id' | 'version' | 'archivedAt'> &
  Pick<TransferMemory, 'distilledAt' | 'heldUntil'>;

/** Each kind in order of id after `after`. */
export interface TransferRepository {
  memories(after: string | null, limit: number): Promise<TransferMemory[]>;
  artifacts(after: string | null, limit: number): Promise<Omit<ArtifactRecord, 'instructs'>[]>;
  /** Without the work that is left. May answer fewer than `limit`, as answers may be long; nothing only at the end. */
  ingests(after: string | null, limit: number): Promise<IngestRecord[]>;
  entities(after: string | null, limit: number): Promise<EntityRecord[]>;
  events(after: string | null, limit: number): Promise<EventRecord[]>;
  relations(after: string | null, limit: number): Promise<RelationRecord[]>;
  reviews(after: string | null, limit: number): Promise<ReviewRecord[]>;
  /** The ids that are taken. */
  present(kind: TransferKind, ids: readonly string[]): Promise<string[]>;
  /** A new row needs a higher version than its tombstone, or the index takes it for the deleted one. */
  removeTombstones(ids: readonly string[]): Promise<{ id: string; version: number }[]>;
  restore(memories: readonly Restored[]): Promise<void>;
}
