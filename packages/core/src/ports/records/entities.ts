import type { OwnedKind } from '@hippocamp/shared/operations/types';
import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Page, PageRequest } from './pages.js';

export interface EntityRecord {
  id: string;
  type: string;
  name: string;
  /** The tenant's own name for it, which no other of its entities has. */
  externalId: string | null;
  properties: JsonObject;
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
  version: number;
  /** Made because a memory mentions it. At version 1 nobody has changed it: it goes with the last of them. */
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
  /** Leaves out those whose id or `externalId` is taken, by whoever else brings it at the same time too. Answers how many it stored. */
  insert(entities: readonly EntityRecord[]): Promise<number>;
  /** The entities with one of these external ids or ids, in any order. */
  externals(externalIds: readonly string[], ids: readonly string[]): Promise<Pick<EntityRecord, 'id' | 'externalId'>[]>;
  /**
   * The owner of an item, or undefined when there is no such item. Reads nothing else, so that a foreign id takes no
   * longer than an unknown one.
   */
  ownerOf(kind: Exclude<OwnedKind, 'entity'>, id: string): Promise<string | null | undefined>;
  /** `lock` holds the row until the transaction ends. */
  get(id: string, options?: { lock?: boolean }): Promise<EntityRecord | null>;
  /** In any order. */
  getMany(ids: readonly string[]): Promise<EntityRecord[]>;
  /** Newest first. */
  page(filter: EntityFilter, request: PageRequest): Promise<Page<EntityRecord>>;
  /** Sets the changes, raises the version. Null when the row is gone, or another has the `externalId`. */
  update(id: string, changes: EntityChanges, at: Date): Promise<EntityRecord | null>;
  /** False when there was none. Its relations are removed apart. */
  remove(id: string): Promise<boolean>;
  /**
   * Until the transaction ends, others who look for entities by name to make those that are missing, or remove them, wait: so
   * each name is made once.
   */
  lockNames(): Promise<void>;
  /** Which has each of these names, whatever its case; the oldest of several, null where there is none. */
  named(names: readonly string[]): Promise<(string | null)[]>;
  /**
   * Entities that were created for a mention, are unchanged since, and are the target of an edge of this type from one
   * of these memories.
   */
  madeFor(type: string, memoryIds: readonly string[]): Promise<string[]>;
  /**
   * Of these, removes those made because a memory mentions them that nobody has changed, that no relation leads to or from, and
   * that own no memory and act in no event. Answers which went.
   */
  removeUnrelated(ids: readonly string[]): Promise<string[]>;
}
