import type { JsonObject } from '@hippocamp/shared/schemas/common';

export interface HistoryEntry {
  memoryId: string;
  version: number;
  change: string;
  at: Date;
  before: JsonObject | null;
  after: JsonObject | null;
}

/** A change without its texts. */
export interface NotedChange extends Pick<HistoryEntry, 'memoryId' | 'version' | 'change'> {
  /** The first 64 characters of `after.byId`, in which an import may put any text. */
  byId: string | null;
}

export interface HistoryRepository {
  add(entries: readonly HistoryEntry[]): Promise<void>;
  forget(memoryIds: readonly string[]): Promise<void>;
  /** Those of the asked versions that the memory has. */
  versions(memoryId: string, asked: readonly number[]): Promise<number[]>;
  /**
   * Ordered by memory and version, after `after`. May answer fewer than `limit`, so that a page takes some megabytes at
   * most; nothing only at the end.
   */
  page(
    memoryIds: readonly string[],
    after: Pick<HistoryEntry, 'memoryId' | 'version'> | null,
    limit: number,
  ): Promise<HistoryEntry[]>;
  /** The newest `most` of these changes of each memory, ordered by memory and version. */
  noted(memoryIds: readonly string[], changes: readonly string[], most: number): Promise<NotedChange[]>;
  /** Ordered by memory and version; those that are not there are missing. */
  at(places: readonly Pick<HistoryEntry, 'memoryId' | 'version'>[]): Promise<HistoryEntry[]>;
}
