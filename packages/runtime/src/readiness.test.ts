import { RecordsUnavailable } from '@hippocamp/core/ports/records';
import { quietLog as log } from '@hippocamp/core/testing/builders';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReadiness } from './readiness.js';

const never = () => new Promise<never>(() => undefined);
const well = async () => undefined;

const up = () => ({ isUp: () => true });

const readinessWith = (
  records: object,
  queue: () => Promise<void> = well,
  llm: object | null = null,
  watches: object = { records: up(), index: up(), queue: up() },
) =>
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
    watches,
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

  const counted = () => ({
    ping: vi.fn(well),
    counts: vi.fn(async () => ({ memories: 0, unindexed: 0 })),
    outbox: { counts: vi.fn(async () => []) },
  });
  const calls = ({ ping, counts, outbox }: ReturnType<typeof counted>) =>
    [ping, counts, outbox.counts].map(({ mock }) => mock.calls.length);

  it('is asked of the engines once for all who ask at once, and again after a second', async () => {
    const records = counted();
    const { check } = readinessWith(records, well, { chats: [] });
    await Promise.all(Array.from({ length: 30 }, () => check()));
    await vi.advanceTimersByTimeAsync(999);
    await check();
    expect(calls(records)).toEqual([1, 1, 1]);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([check(), check()]);
    expect(calls(records)).toEqual([2, 2, 2]);
  });

  it('asks for no figures on behalf of those who may not see them', async () => {
    const records = counted();
    const queue = vi.fn(well);
    const { checkBriefly } = readinessWith(records, queue);
    const told = await Promise.all([checkBriefly(), checkBriefly()]);
    expect(told[1]).toEqual({ status: 'ready', mode: 'production', checks: {}, notes: [] });
    expect([calls(records), queue.mock.calls.length]).toEqual([[1, 0, 0], 0]);
    records.ping.mockRejectedValue(new RecordsUnavailable(new Error('gone')));
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await checkBriefly()).status).toBe('not_ready');
  });

  it('tells at once that it stops, and that a watch lost an engine or has it back', async () => {
    let isUp = true;
    let isThere = true;
    const ping = async () => {
      if (!isThere) throw new RecordsUnavailable(new Error('gone'));
    };
    const watches = { records: { isUp: () => isUp }, index: up(), queue: up() };
    const { check, checkBriefly, retire } = readinessWith({ ping }, well, null, watches);
    const statuses = async () => [(await check()).status, (await checkBriefly()).status];
    expect(await statuses()).toEqual(['ready', 'ready']);
    isThere = false;
    isUp = false;
    expect(await statuses()).toEqual(['not_ready', 'not_ready']);
    isThere = true;
    isUp = true;
    expect(await statuses()).toEqual(['ready', 'ready']);
    retire();
    expect(await statuses()).toEqual(['not_ready', 'not_ready']);
  });
});
