import { createEmbeddedIndex, type EmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import type { SqlPool } from '@hippocamp/adapters/embedded-index/sql';
import { vectorIndexConformance } from '@hippocamp/core/testing/vector-index-conformance';
import { everything, model, newTenant, point, question } from '@hippocamp/core/testing/vector-index-conformance/points';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPglitePool, type PglitePool } from '../testing/pglite-pool.js';

const MEMORY = 64 * 1024 * 1024;

let pool: PglitePool;
beforeAll(async () => {
  pool = await openPglitePool();
}, 60_000);
afterAll(() => pool.end());

const emptied = async (settings: { sql?: SqlPool; memory?: number } = {}) => {
  await pool.query('drop schema if exists embedded_index cascade');
  return createEmbeddedIndex({ sql: pool, memory: MEMORY, ...settings });
};

vectorIndexConformance(
  'embedded, in memory',
  async () => {
    const index = await emptied();
    return { index, close: index.close };
  },
  { cosineError: 0.005 },
);
