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
  /** True when something in it tries to steer its reader. Null when nobody has read it. */
  instructs: boolean | null;
}

/** The raw text of an ingest as lists show it. */
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
  /** Without those that this reader read, or whose messages nobody can tell apart any more. */
  notReadBy?: string | undefined;
  /** The reader of requests that forbid a language model, if it is a different one. */
  localReader?: string | undefined;
}

export interface ArtifactRepository {
  /** Artifacts of ingests, oldest first. The key's value is the time of creation in ms. */
  page(request: ArtifactPageRequest): Promise<Page<ArtifactOverview>>;
  insert(artifact: ArtifactRecord): Promise<void>;
  get(id: string): Promise<ArtifactRecord | null>;
  /** Removes those made by ingest that no live memory points to or cites, with the text and metadata that their ingests still hold. In the transaction that buried. */
  removeUnused(ids: readonly string[]): Promise<void>;
  /** Held until the transaction ends, in order of id. */
  lock(ids: readonly string[]): Promise<Pick<ArtifactRecord, 'id' | 'content' | 'ingestTraceId'>[]>;
  rewrite(id: string, content: string): Promise<void>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
}
