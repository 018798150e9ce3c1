import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { PageKey } from './memories.js';
import type { Page } from './pages.js';

export interface ArtifactRecord {
  id: string;
  content: string;
  source: string;
  ownerEntityId: string | null;
  metadata: JsonObject;
  ingestTraceId: string | null;
  createdAt: Date;
  /** True when a statement of it tries to steer its reader. Null when nothing has read it. */
  instructs: boolean | null;
}

export type ArtifactOverview = Omit<ArtifactRecord, 'content' | 'metadata' | 'instructs'> & {
  sessionId: string | null;
  /** The last reader. Null when unknown. */
  readBy: string | null;
};

export interface ArtifactPageRequest {
  limit: number;
  after?: PageKey | undefined;
  ownerEntityId?: string | undefined;
  /** Inclusive. */
  createdAfter?: Date | undefined;
  /** Leaves out texts that this reader has read, or whose messages can no longer be told apart. */
  notReadBy?: string | undefined;
  /** The reader of requests that forbid a language model, if it is a different one. */
  localReader?: string | undefined;
}

export interface ArtifactRepository {
  /** Artifacts of ingests, oldest first. The key's value is the time of creation in ms. */
  page(request: ArtifactPageRequest): Promise<Page<ArtifactOverview>>;
  /** One that an import brings is kept as long after `importedAt` as others after their creation. */
  insert(artifact: ArtifactRecord, importedAt?: Date): Promise<void>;
  get(id: string): Promise<ArtifactRecord | null>;
  /** Whether one is the raw text of this ingest. */
  isOfIngest(traceId: string): Promise<boolean>;
  /**
   * Removes those of done ingests that no live memory refers to, with copies of their text. Those that came by an import
   * stay while one is under way, which may bring their memories. Answers these ingests.
   */
  removeUnused(ids: readonly string[]): Promise<string[]>;
  /** Answers those that are there, with their sizes. */
  lock(ids: readonly string[]): Promise<{ id: string; bytes: number }[]>;
  /** In order of id. */
  texts(ids: readonly string[]): Promise<Pick<ArtifactRecord, 'id' | 'content'>[]>;
  /** Candidates of done ingests that wait for another reading came from the old texts, and go. */
  rewrite(texts: readonly Pick<ArtifactRecord, 'id' | 'content'>[]): Promise<void>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
}
