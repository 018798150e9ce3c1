import type { JsonObject } from '@hippocamp/shared/schemas/common';

export interface HistoryEntry {
  memoryId: string;
  version: number;
  change: string;
  at: Date;
  before: JsonObject | null;
  after: JsonObject | null;
}

export interface HistoryRepository {
  add(entries: readonly HistoryEntry[]): Promise<void>;
  forget(memoryIds: readonly string[]): Promise<void>;
  /** Ordered by memory and version, after `after`. */
  page(
    memoryIds: readonly string[],
    after: Pick<HistoryEntry, 'memoryId' | 'version'> | null,
    limit: number,
  ): Promise<HistoryEntry[]>;
}
