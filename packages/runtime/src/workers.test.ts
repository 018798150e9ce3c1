import type { Holdings, Records } from '@hippocamp/core/ports/records';
import { NOON, quietLog, tenantNamed } from '@hippocamp/core/testing/builders';
import { limits } from '@hippocamp/shared/schemas/limits';
import { describe, expect, it } from 'vitest';
import { checkRoomBy } from './workers.js';

const tenant = tenantNamed('acme');
const none = limits.parse(Object.fromEntries(Object.keys(limits.shape).map((name) => [name, 0])));

describe('a worker that finds no room for the memories of an ingest', () => {
  it('fails the job, counts each time, and logs the reason once a minute', async () => {
    const refused: string[] = [];
    const lines: [Record<string, unknown>, string][] = [];
    const holdings: Holdings = { memories: 5, bytes: 2000 };
    const checkRoom = checkRoomBy(
      {
        records: { forTenant: () => ({ memories: { holdings: async () => holdings } }) } as unknown as Records,
        tenantSettings: { of: () => ({ limits: {}, llm: {} }) },
        metrics: { refused: (reason) => void refused.push(reason) },
        clock: { now: () => NOON },
        log: { ...quietLog, warn: (fields, line) => void lines.push([fields, line]) },
      },
      { limits: { ...none, memories: 1, bytes: 1000 } },
    );
    for (let tries = 0; tries < 3; tries += 1) await expect(checkRoom(tenant)).rejects.toThrow('2000 of 1000 bytes');
    expect(refused).toEqual(['bytes', 'bytes', 'bytes']);
    expect(lines).toEqual([[{ reason: 'bytes', tenant }, 'jobs find no room for what they store']]);
  });
});
