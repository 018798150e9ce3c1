import { RecordsUnavailable } from '@hippocamp/core/ports/records';
import { quietLog as log } from '@hippocamp/core/testing/builders';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReadiness } from './readiness.js';

const never = () => new Promise<never>(() => undefined);
const well = async () => undefined;

const readinessWith = (records: object, queue: () => Promise<void> = well, llm: object | null = null) =>
  createReadiness({
    mode: 'production',
    records: {
      ping: well,
      counts: async () => ({ memories: 0, unindexed: 0 }),
      outbox: { counts: async () => [] },
      ...records,
    },
    index: { ping: well },
    queue: { ping: queue },
    embedderInUse: { lack: () => null, describe: () => 'an embedder' },
    pairReader: {},
    llm,
    clock: { now: () => new Date() },
    log,
  } as unknown as Parameters<typeof createReadiness>[0]);

describe('the readiness of a process', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const after = async (milliseconds: number, { check }: ReturnType<typeof createReadiness>) => {
    const asked = check();
    await vi.advanceTimersByTimeAsync(milliseconds);
    return asked;
  };

  it.each([
    ['stand still', never],
    ['are refused', () => Promise.reject(new RecordsUnavailable(new Error('gone')))],
  ])('blames the records alone while they %s', async (_name, away) => {
    const { status, checks } = await after(
      2_000,
      readinessWith({ ping: away, counts: away, outbox: { counts: away } }),
    );
    expect(status).toBe('not_ready');
    const ok = Object.entries(checks).flatMap(([part, { ok: isOk }]) => (isOk ? [part] : []));
    expect(ok).toEqual(['index', 'queue', 'embedder']);
  });

  it('says how its own calls of a language model end, and what waits for those of others', async () => {
    const since = new Date('2026-03-01T12:00:00Z');
    const judged = { outcome: 'answered', reason: null, since, rests: false };
    const chats = [
      ['read', { state: () => null }],
      ['judge', { state: () => judged }],
    ];
    const counts = async () => [{ kind: 'model', waiting: 3, dead: 1, oldestSeconds: 9 }];
    const { checks } = await after(0, readinessWith({ outbox: { counts } }, well, { chats }));
    expect(checks.llm).toEqual({
      ok: true,
      detail:
        'read: not asked yet by this process; judge: answers since 2026-03-01T12:00:00.000Z; 3 texts wait for it, 1 were given up',
    });
  });

  it('says that it stops, and not that the queue is away, which is closed then', async () => {
    const readiness = readinessWith({}, () => Promise.reject(new Error('The job queue is closed.')));
    readiness.retire();
    const { status, checks } = await after(0, readiness);
    expect(status).toBe('not_ready');
    expect(checks.queue?.ok).toBe(true);
    expect(checks.process).toEqual({ ok: false, detail: 'stopping' });
  });
});
