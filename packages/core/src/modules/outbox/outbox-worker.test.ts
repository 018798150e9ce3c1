import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { JobHandler, JobKey, JobKind, JobQueue } from '../../ports/job-queue.js';
import type { Outbox, Records } from '../../ports/records.js';
import { type OutboxTask, startOutboxWorkers } from './outbox-worker.js';
import { startSweeper } from './sweeper.js';

const job: JobKey = { tenant: 'acme' as TenantId, kind: 'ingest', ref: 'r1' };
const now = new Date('2026-03-01T00:00:00Z');
const clock = { now: () => now };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A bell that the test rings itself. */
const handBell = () => {
  const handlers = new Map<JobKind, JobHandler>();
  const rung: JobKey[] = [];
  const queue: JobQueue = {
    ring: async (key) => {
      rung.push(key);
    },
    work: (kind, handler) => {
      handlers.set(kind, handler);
    },
    finished: async () => true,
    depth: async () => ({}) as never,
    close: async () => undefined,
  };
  return { queue, rung, strike: (key: JobKey) => handlers.get(key.kind)?.(key) };
};

type Failure = Parameters<Outbox['fail']>[2];

const outboxWith = (attempts: number | null) => {
  const failures: Failure[] = [];
  const outbox: Partial<Outbox> = {
    lease: async () => (attempts === null ? null : { attempts }),
    fail: async (_job, _lease, failure) => {
      failures.push(failure);
    },
    due: async () => [job],
  };
  return { records: { outbox } as Records, failures };
};

const idle: OutboxTask = { concurrency: 1, run: async () => undefined };
const failing: OutboxTask = {
  concurrency: 1,
  run: async () => {
    throw new Error('the engine is away\nparameters: secret text');
  },
};

const start = (records: Records, queue: JobQueue, ingest: OutboxTask, outcomes: string[] = []) =>
  startOutboxWorkers({
    records,
    queue,
    clock,
    log,
    lease: 30_000,
    maxAttempts: 8,
    tasks: { ingest, index: idle, vocabulary: idle },
    onOutcome: (kind, outcome) => outcomes.push(`${kind} ${outcome}`),
  });

describe('an outbox worker', () => {
  it('leaves a job alone that someone else has', async () => {
    const { records } = outboxWith(null);
    const bell = handBell();
    let runs = 0;
    const counting = async () => {
      runs += 1;
    };
    start(records, bell.queue, { ...idle, run: counting });
    await bell.strike(job);
    expect(runs).toBe(0);
  });

  it('gives a failed job back with a pause that grows, and without what the error quotes', async () => {
    const pauses: number[] = [];
    for (const attempts of [1, 2, 7]) {
      const { records, failures } = outboxWith(attempts);
      const bell = handBell();
      start(records, bell.queue, failing);
      await bell.strike(job);
      expect(failures[0]?.error).toBe('the engine is away');
      expect(failures[0]?.dead).toBe(false);
      pauses.push((failures[0]?.dueAt.getTime() ?? 0) - now.getTime());
    }
    expect(pauses).toEqual([500, 1000, 32_000]);
  });

  it('makes the eighth failure a dead letter and tells who waits', async () => {
    const { records, failures } = outboxWith(8);
    const bell = handBell();
    const abandoned: string[] = [];
    const outcomes: string[] = [];
    const task: OutboxTask = { ...failing, abandon: async (_job, error) => void abandoned.push(error) };
    start(records, bell.queue, task, outcomes);
    await bell.strike(job);
    expect(failures[0]?.dead).toBe(true);
    expect(abandoned).toEqual(['the engine is away']);
    expect(outcomes).toEqual(['ingest dead']);
  });
});

describe('the sweeper', () => {
  it('rings what is due', async () => {
    const { records } = outboxWith(1);
    const bell = handBell();
    const sweeper = startSweeper({ records, queue: bell.queue, clock, log, every: 1_000_000 });
    expect(await sweeper.sweep()).toBe(1);
    expect(bell.rung).toEqual([job]);
    await sweeper.stop();
  });
});
