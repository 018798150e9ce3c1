import { randomUUID } from 'node:crypto';
import type { Log } from '@hippocamp/core/ports/log';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import { QdrantClient } from '@qdrant/js-client-rest';
import { createQdrantIndex, type QdrantIndexOptions } from '../qdrant-index.js';

export interface IndexUnderTest {
  index: VectorIndex;
  prefix: string;
  logged: { level: string; message: string; fields: Record<string, unknown> }[];
  /** How often the index said that it was lost. */
  losses: () => number;
  /** Removes the collections that it made. */
  close(): Promise<void>;
}

/** An index of a fresh prefix, so that it is empty whatever else the server holds. */
export function openIndex(url: string, options: Partial<QdrantIndexOptions> = {}): IndexUnderTest {
  const prefix = options.prefix ?? `hippocamp-test-${randomUUID()}`;
  const logged: IndexUnderTest['logged'] = [];
  const logger = (level: string) => (fields: Record<string, unknown>, message: string) => {
    logged.push({ level, message, fields });
  };
  const log: Log = { info: logger('info'), warn: logger('warn'), error: logger('error') };
  let losses = 0;
  const onLost = async () => {
    losses += 1;
  };
  const index = createQdrantIndex({ url, timeoutMs: 10_000, log, alone: (work) => work(), onLost, ...options, prefix });
  const client = new QdrantClient({
    url,
    checkCompatibility: false,
    headers: { 'accept-encoding': 'identity', ...(options.apiKey && { 'api-key': options.apiKey }) },
  });
  return {
    index,
    prefix,
    logged,
    losses: () => losses,
    async close() {
      const { collections } = await client.getCollections();
      for (const { name } of collections) if (name.startsWith(`${prefix}_`)) await client.deleteCollection(name);
    },
  };
}
