import type { JsonObject } from '@hippocamp/shared/schemas/common';

export interface ArtifactRecord {
  id: string;
  content: string;
  source: string;
  ownerEntityId: string | null;
  metadata: JsonObject;
  ingestTraceId: string | null;
  createdAt: Date;
}

export interface ArtifactRepository {
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
