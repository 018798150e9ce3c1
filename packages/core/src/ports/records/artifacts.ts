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
  /** Removes those made by ingest that no live memory points to, with the text and metadata that their ingests still hold. In the transaction that buried. */
  removeUnused(ids: readonly string[]): Promise<void>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
}
