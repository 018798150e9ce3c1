import { lexicalFields } from '@hippocamp/core/ports/vector-index';
import type { Schemas } from '@qdrant/js-client-rest';

/** Holds no text of a memory. */
export interface Payload extends Record<string, unknown> {
  tenant_id: string;
  memory_id: string;
  version: number;
  owner_entity_id: string | null;
  tier: string;
  tags: readonly string[];
  source_artifact_id: string | null;
  session_id: string | null;
  /** RFC 3339 with ms. */
  created_at: string;
  superseded: boolean;
}

export type PayloadKey = Extract<keyof Payload, string>;

/** A filter on a key without an index reads every payload. Points are found by their own id, not `memory_id`. */
export const payloadIndexes: Record<string, Schemas['PayloadFieldSchema']> = {
  tenant_id: { type: 'keyword', is_tenant: true },
  version: { type: 'integer', lookup: false, range: true },
  owner_entity_id: 'keyword',
  tier: 'keyword',
  tags: 'keyword',
  source_artifact_id: 'keyword',
  session_id: 'keyword',
  created_at: 'datetime',
  superseded: 'bool',
} satisfies Partial<Record<PayloadKey, Schemas['PayloadFieldSchema']>>;

export const vectorNames = ['dense', ...lexicalFields] as const;
export type VectorName = (typeof vectorNames)[number];
