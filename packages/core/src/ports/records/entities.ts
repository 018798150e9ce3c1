import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Page, PageRequest } from './pages.js';

export interface EntityRecord {
  id: string;
  type: string;
  name: string;
  properties: JsonObject;
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type EntityChanges = Partial<Pick<EntityRecord, 'type' | 'name' | 'properties' | 'tags'>>;

/** Members left out pass everything. */
export interface EntityFilter {
  type?: string | undefined;
  name?: string | undefined;
  tag?: string | undefined;
}

export interface EntityRepository {
  insert(entities: readonly EntityRecord[]): Promise<void>;
  /** `lock` holds the row until the transaction ends. */
  get(id: string, options?: { lock?: boolean }): Promise<EntityRecord | null>;
  /** Newest first. */
  page(filter: EntityFilter, request: PageRequest): Promise<Page<EntityRecord>>;
  /** Sets the changes, raises the version. Null when the row is gone. */
  update(id: string, changes: EntityChanges, at: Date): Promise<EntityRecord | null>;
  /** False when there was none. Its relations are removed apart. */
  remove(id: string): Promise<boolean>;
}
