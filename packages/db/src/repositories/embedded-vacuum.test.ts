import type { Log } from '@hippocamp/core/ports/log';
import { quietLog } from '@hippocamp/core/testing/builders';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { createEmbeddedVacuum } from './embedded-vacuum.js';

it('a vacuum that fails is told, and the next one tried', async () => {
  const told: string[] = [];
  const log: Log = { ...quietLog, warn: (_fields, message) => void told.push(message) };
  const pool = { connect: () => Promise.reject(new Error('the engine is away')) } as unknown as Pool;
  const vacuum = createEmbeddedVacuum(pool, log);
  await expect.poll(() => told).toHaveLength(1);
  vacuum.noteWrites(1000);
  await vacuum.close();
  expect(told).toEqual(Array.from({ length: 2 }, () => 'The embedded database was not vacuumed.'));
});
