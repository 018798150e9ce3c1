import type { OwnedKind } from '@hippocamp/shared/operations/types';
import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Page, PageRequest } from './pages.js';

export interface EntityRecord {
  id: string;
  type: string;
  name: string;
  /** The tenant's own name for it, unique among its entities. */
  externalId: string | null;
  properties: JsonObject;
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
  version: number;
  /** Made for a mention. At version 1 it is unchanged and goes with its last mention. */
  fromMentions: boolean;
}

export type EntityChanges = Partial<Pick<EntityRecord, 'type' | 'name' | 'externalId' | 'properties' | 'tags'>>;

/** Members left out pass everything. */
export interface EntityFilter {
  type?: string | undefined;
  name?: string | undefined;
  externalId?: string | undefined;
  tag?: string | undefined;
}

export interface EntityRepository {
  /** Skips entities whose id or `externalId` is taken, also by concurrent writers. Answers the number stored. */
  insert(entities: readonly EntityRecord[]): Promise<number>;
  /** Those with one of the external ids or ids, in any order. */
  externals(externalIds: readonly string[], ids: readonly string[]): Promise<Pick<EntityRecord, 'id' | 'externalId'>[]>;
  /** Undefined without such an item. Reads nothing else, so that a foreign id takes no longer than an unknown one. */
  ownerOf(kind: Exclude<OwnedKind, 'entity'>, id: string): Promise<string | null | undefined>;
  /** `lock` holds the row until the transaction ends. */
  get(id: string, options?: { lock?: boolean }): Promise<EntityRecord | null>;
  /** In any order. Without the properties, since a request may have thousands of owners. */
  namesOf(ids: readonly string[]): Promise<Pick<EntityRecord, 'id' | 'type' | 'name'>[]>;
  /** Newest first. */
  page(filter: EntityFilter, request: PageRequest): Promise<Page<EntityRecord>>;
  /** Raises the version. Null when the row is gone, or another has the `externalId`. */
  update(id: string, changes: EntityChanges, at: Date): Promise<EntityRecord | null>;
  /** False when there was none. Its relations are removed separately. */
  remove(id: string): Promise<boolean>;
  /** Taken before entities are made or removed by name, until the transaction ends, so that each name is made once. */
  lockNames(): Promise<void>;
  /** The id for each name, ignoring case; the oldest of several, or null. */
  named(names: readonly string[]): Promise<(string | null)[]>;
  /** Unchanged entities made for mentions that an edge of this type leads to from one of the memories; the first `most` by id. */
  madeFor(type: string, memoryIds: readonly string[], most?: number): Promise<string[]>;
  /** Removes unchanged ones made for mentions that have no relation, memory or event. Answers their ids. */
  removeUnrelated(ids: readonly string[]): Promise<string[]>;
}
