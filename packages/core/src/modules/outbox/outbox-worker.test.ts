import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it, vi } from 'vitest';
import type { JobHandler, JobKey, JobKind, JobQueue } from '../../ports/job-queue.js';
import { UnreadableText } from '../../ports/language.js';
import {
  type Origin,
  type Outbox,
  type OutboxRepository,
  type Records,
  RecordsUnavailable,
  type TenantRepositories,
} from '../../ports/records.js';
import { NotYet, pauseAfter } from './failures.js';
import { createJobIsolation } from './job-isolation.js';
import { type OutboxTask, startOutboxWorkers } from './outbox-worker.js';
import { createHandOut, createWakeUp } from './wake-up.js';

const job: JobKey = { tenant: 'acme' as TenantId, kind: 'ingest', ref: 'r1' };
const now = new Date('2026-03-01T00:00:00Z');
const clock = { now: () => now };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const HOUR = 3_600_000;
const handOut = { of: async () => 0, topUp: async () => undefined, sweep: async () => 0 };

/** The test delivers the jobs itself. */
const createManualQueue = () => {
  const handlers = new Map<JobKind, JobHandler>();
  const enqueued: JobKey[] = [];
  const announced: JobKey[] = [];
  const queue: JobQueue = {
    enqueue: async (key) => {
      enqueued.push(key);
    },
    work: (kind, handler) => {
      handlers.set(kind, handler);
    },
    schedule: () => undefined,
    finished: async () => true,
    announce: async (key) => void announced.push(key),
    depth: async () => ({}) as never,
    ping: async () => undefined,
    close: async () => undefined,
  };
  return { queue, enqueued, announced, deliver: (key: JobKey) => handlers.get(key.kind)?.(key) };
};

type Failure = Parameters<OutboxRepository['fail']>[2];

interface Given {
  isOurs?: boolean;
  answers?: boolean;
  /** Attempts before this one that did not end. */
  unended?: number;
  /** ms */
  failingFor?: number;
  origin?: Origin;
}

const outboxWith = (
  attempts: number | null,
  { isOurs = true, answers = true, unended = 0, failingFor = 0, origin }: Given = {},
) => {
  const failingSince = new Date(now.getTime() - failingFor);
  const failures: Failure[] = [];
  const released: Date[] = [];
  const errors: (string | undefined)[] = [];
  // The lease of a failed job is gone, so the job is not released too.
  let isHeld = true;
  const outbox: Partial<Outbox> = {
    lease: async () => (attempts === null ? null : { attempts, unended, failingSince, origin }),
    release: async (_job, _lease, dueAt, error) => {
      if (!isHeld) return;
      isHeld = false;
      released.push(dueAt);
      errors.push(error);
    },
    due: async (kind) => (kind === 'ingest' ? [job] : []),
  };
  const fail: OutboxRepository['fail'] = async (_key, _lease, failure) => {
    isHeld = false;
    failures.push(failure);
    return failure.dead && isOurs;
  };
  const own = { outbox: { fail } } as unknown as TenantRepositories;
  const forTenant = () => ({ ...own, transaction: (work: (given: typeof own) => unknown) => work(own) });
  const ping = async () => {
    if (!answers) throw new Error('down');
  };
  return { records: { outbox, forTenant, ping } as unknown as Records, failures, released, errors };
};

const failing: OutboxTask = {
  concurrency: 1,
  run: async () => {
    throw new Error('the engine is away\nparameters: secret text');
  },
};

const start = (records: Records, queue: JobQueue, ingest: OutboxTask, outcomes: string[] = [], given = {}) =>
  startOutboxWorkers({
    records,
    queue,
    clock,
    log,
    handOut,
    lease: 30_000,
    leastAttempts: 8,
    retryTime: HOUR,
    tasks: { ingest },
    onOutcome: (kind, outcome) => outcomes.push(`${kind} ${outcome}`),
    ...given,
  });

describe('an outbox worker', () => {
  it('rests where no lease can be written, the longer the more there were, and says so in few lines', async () => {
    vi.useFakeTimers();
    const { records } = outboxWith(1);
    let tries = 0;
    records.outbox.lease = async () => {
      tries += 1;
      throw new RecordsUnavailable(new Error('it only reads'));
    };
    const manual = createManualQueue();
    const warn = vi.fn();
    start(records, manual.queue, failing, [], { log: { ...log, warn } });
    // A queue hands out the job like this when it is filled up after each one.
    let stopped = false;
    const handing = (async () => {
      while (!stopped) await manual.deliver(job);
    })();
    await vi.advanceTimersByTimeAsync(15_000);
    stopped = true;
    await vi.advanceTimersByTimeAsync(5_000);
    await handing;
    vi.useRealTimers();
    expect(tries).toBeLessThan(15);
    expect(warn.mock.calls.map(([{ refused }]) => refused)).toEqual([1, 10]);
  });

  it('runs a job that went with its workers alone, and takes none beside it: what is at fault shows then', async () => {
    const { records } = outboxWith(1);
    const given = { attempts: 3, failingSince: undefined, origin: undefined };
    records.outbox.lease = async ({ ref }) => ({ ...given, unended: ref === 'suspect' ? 2 : 0 });
    const released: string[] = [];
    records.outbox.release = async ({ ref }) => void released.push(ref);
    const running = new Set<string>();
    const together: string[][] = [];
    const run = async ({ ref }: JobKey) => {
      running.add(ref);
      together.push([...running]);
      await new Promise((resolve) => setTimeout(resolve, 30));
      running.delete(ref);
    };
    const manual = createManualQueue();
    start(records, manual.queue, { concurrency: 4, run });
    await Promise.all(['a', 'suspect', 'b', 'c'].map((ref) => manual.deliver({ ...job, ref })));
    expect(together.filter((refs) => refs.includes('suspect'))).toEqual([['suspect']]);
    expect(new Set(together.flat())).toEqual(new Set(['a', 'suspect', 'b', 'c']));
    // The suspect waits without its attempt being counted.
    expect(released).toEqual(['suspect']);
  });

  it('tells a job that kills its worker from those that ran beside it: it alone is given up', async () => {
    const begun = new Map(['poison', 'a', 'b', 'c'].map((ref) => [ref, 0]));
    const dead: string[] = [];
    /** A worker that takes all jobs until the poison kills it, and leaves its leases as they are. */
    const generation = async () => {
      let kill = () => {};
      const killed = new Promise<void>((resolve) => {
        kill = resolve;
      });
      let isAlive = true;
      const never = new Promise<never>(() => undefined);
      const alive = async <Result>(work: () => Result): Promise<Result> => (isAlive ? work() : never);
      const count = (ref: string, change: number) => begun.set(ref, (begun.get(ref) ?? 0) + change);
      const lease = ({ ref }: JobKey) =>
        alive(() => {
          const unended = begun.get(ref);
          if (unended === undefined) return null;
          count(ref, 1);
          return { attempts: unended + 1, unended };
        });
      const release = ({ ref }: JobKey) => alive(() => void count(ref, -1));
      const fail = ({ ref }: { ref: string }) => alive(() => begun.delete(ref) && dead.push(ref) > 0);
      const own = { outbox: { fail } };
      const forTenant = () => ({ transaction: (work: (given: typeof own) => unknown) => work(own) });
      const run = async ({ ref }: JobKey) => {
        if (ref === 'poison') {
          isAlive = false;
          kill();
          await never;
        }
        await alive(() => begun.delete(ref));
      };
      const manual = createManualQueue();
      const renew = () => alive(() => true);
      start({ outbox: { lease, release, renew, due: async () => [] }, forTenant } as unknown as Records, manual.queue, {
        concurrency: 4,
        run,
      });
      await Promise.race([killed, Promise.all([...begun.keys()].map((ref) => manual.deliver({ ...job, ref })))]);
    };
    for (let count = 0; count < 12 && begun.size > 0; count += 1) await generation();
    expect([begun.size, dead]).toEqual([0, ['poison']]);
  });

  it('looks for jobs itself while nobody hands them out, and leaves that to the queue otherwise', async () => {
    vi.useFakeTimers();
    const { records } = outboxWith(1);
    const due = [job];
    records.outbox.due = async (kind) => (kind === 'ingest' ? due.splice(0) : []);
    const run = vi.fn(async () => undefined);
    let isQueueUp = true;
    const { queue, announced } = createManualQueue();
    const workers = start(records, queue, { concurrency: 1, run }, [], {
      isQueueUp: () => isQueueUp,
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(run).not.toHaveBeenCalled();
    isQueueUp = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenCalledTimes(1);
    expect(announced).toEqual([job]);
    due.push(job);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenCalledTimes(2);
    await workers.stop();
    due.push(job);
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('works on a job of somebody else beside tenants who have all places, however long theirs take', async () => {
    vi.useFakeTimers();
    const { records } = outboxWith(1);
    const manual = createManualQueue();
    const other = { ...job, tenant: 'other' as TenantId };
    records.outbox.renew = async () => undefined;
    records.outbox.due = async (kind, _now, _limit, ahead = 0) =>
      kind === 'ingest' ? [{ ...job, ref: 'r3' }, ...(ahead >= 2000 ? [other, { ...other, ref: 'r2' }] : [])] : [];
    const begun: string[] = [];
    const run = async ({ tenant, ref }: JobKey) => {
      begun.push(`${tenant} ${ref}`);
      await new Promise(() => undefined);
    };
    start(records, manual.queue, { concurrency: 2, run });
    void manual.deliver(job);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toEqual(['acme r1']);
    const second = { ...job, tenant: 'second' as TenantId };
    void manual.deliver(second);
    await vi.advanceTimersByTimeAsync(250);
    expect(begun).toEqual(['acme r1', 'second r1', 'other r1']);
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect(begun).toHaveLength(3);
  });

  it('looks once at a time, however long the records take', async () => {
    vi.useFakeTimers();
    const { records } = outboxWith(1);
    const answers: ((jobs: JobKey[]) => void)[] = [];
    records.outbox.due = (kind) =>
      kind === 'ingest' ? new Promise((resolve) => answers.push(resolve)) : Promise.resolve([]);
    const run = vi.fn(() => new Promise<void>(() => undefined));
    const workers = start(records, createManualQueue().queue, { concurrency: 1, run }, [], { isQueueUp: () => false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(answers).toHaveLength(1);
    answers[0]?.([job]);
    await vi.advanceTimersByTimeAsync(500);
    workers.stopLooking();
    vi.useRealTimers();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('holds nobody up for long with a job that runs alone', async () => {
    vi.useFakeTimers();
    const isolation = createJobIsolation();
    const never = isolation.alone(() => new Promise(() => undefined), 1000);
    const beside = vi.fn(async () => undefined);
    void isolation.beside(beside);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(beside).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(beside).toHaveBeenCalledTimes(1);
    void never;
  });

  it('holds others up once, however often a job wants to run alone beside a long one, which it does when that is done', async () => {
    vi.useFakeTimers();
    const isolation = createJobIsolation();
    let end = () => {};
    void isolation.beside(() => new Promise<void>((resolve) => (end = resolve)));
    const [suspect, others] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
    const first = isolation.alone(suspect, 1000);
    void isolation.beside(others);
    expect(others).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_100);
    await first;
    expect(others).toHaveBeenCalledTimes(1);
    void isolation.alone(suspect, 1000);
    void isolation.beside(others);
    await vi.advanceTimersByTimeAsync(100);
    expect(others).toHaveBeenCalledTimes(2);
    expect(suspect).not.toHaveBeenCalled();
    end();
    await vi.advanceTimersByTimeAsync(100);
    void isolation.alone(suspect, 1000);
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    expect(suspect).toHaveBeenCalledTimes(1);
  });

  it('leaves a job alone that someone else has', async () => {
    const { records } = outboxWith(null);
    const manual = createManualQueue();
    let runs = 0;
    const counting = async () => {
      runs += 1;
    };
    start(records, manual.queue, { concurrency: 1, run: counting });
    await manual.deliver(job);
    expect(runs).toBe(0);
  });

  it('gives a job back that has to wait, which is no failure of it, and enqueues it at its time', async () => {
    const { records, failures, released } = outboxWith(1000, { failingFor: HOUR * 5 });
    const manual = createManualQueue();
    const run = async () => {
      throw new NotYet('another comes first', 5);
    };
    const outcomes: string[] = [];
    start(records, manual.queue, { concurrency: 1, run }, outcomes);
    await manual.deliver(job);
    expect({ failures, outcomes }).toEqual({ failures: [], outcomes: ['ingest postponed'] });
    expect(released).toEqual([new Date(now.getTime() + 5)]);
    await vi.waitFor(() => expect(manual.enqueued).toEqual([job]), { timeout: 20_000 });
  });

  it('gives a failed job back with a pause that grows, and without what the error quotes', async () => {
    for (const [attempts, longest] of [
      [1, 500],
      [2, 1000],
      [7, 32_000],
      [8, 60_000],
      [5000, 60_000],
    ] as const) {
      const { records, failures } = outboxWith(attempts, { failingFor: HOUR - 1 });
      const manual = createManualQueue();
      start(records, manual.queue, failing);
      await manual.deliver(job);
      expect(failures[0]?.error).toBe('the engine is away');
      expect(failures[0]?.dead).toBe(false);
      const pause = (failures[0]?.dueAt.getTime() ?? 0) - now.getTime();
      expect(pause).toBeGreaterThanOrEqual(longest / 2);
      expect(pause).toBeLessThanOrEqual(longest);
    }
  });

  it('tries what failed together not together again', () => {
    const pauses = Array.from({ length: 100 }, (_, ref) => pauseAfter({ ...job, ref: String(ref) }, 8));
    expect(new Set(pauses).size).toBeGreaterThan(90);
    expect(pauses).toEqual(Array.from({ length: 100 }, (_, ref) => pauseAfter({ ...job, ref: String(ref) }, 8)));
  });

  it('gives no job up before an outage may be over, nor one that was tried too few times', async () => {
    for (const [attempts, failingFor] of [
      [1000, HOUR - 1],
      [7, HOUR * 5],
    ] as const) {
      const { records, failures } = outboxWith(attempts, { failingFor });
      const manual = createManualQueue();
      start(records, manual.queue, failing);
      await manual.deliver(job);
      expect(failures.map(({ dead }) => dead)).toEqual([false]);
    }
  });

  it('gives a text up that cannot be read twice, and not for workers that were killed', async () => {
    const { records, failures } = outboxWith(2);
    const manual = createManualQueue();
    const run = async () => {
      throw new UnreadableText('too long');
    };
    start(records, manual.queue, { concurrency: 1, run });
    await manual.deliver(job);
    expect(failures.map(({ dead }) => dead)).toEqual([true]);
    const killed = outboxWith(3, { unended: 2 });
    start(killed.records, manual.queue, { concurrency: 1, run });
    await manual.deliver(job);
    expect(killed.failures.map(({ dead }) => dead)).toEqual([false]);
  });

  it('names the request that rang a job in each line of it', async () => {
    const origin: Origin = { requestId: 'a request', traceparent: '00-1-2-01' };
    const told: Record<string, unknown>[] = [];
    const line = (fields: Record<string, unknown>) => void told.push(fields);
    const telling = { log: { info: line, warn: line, error: line } };
    for (const [failingFor, task] of [
      [0, failing],
      [HOUR, failing],
      [0, { concurrency: 1, run: async () => undefined }],
    ] as const) {
      const manual = createManualQueue();
      start(outboxWith(8, { failingFor, origin }).records, manual.queue, task, [], telling);
      await manual.deliver(job);
    }
    expect(told).toHaveLength(3);
    for (const fields of told) expect(fields).toMatchObject({ ...job, ...origin, attempts: 8 });
  });

  it('makes a job that failed for an hour a dead letter and tells who waits', async () => {
    const { records, failures } = outboxWith(8, { failingFor: HOUR });
    const manual = createManualQueue();
    const abandoned: string[] = [];
    const outcomes: string[] = [];
    const task: OutboxTask = { ...failing, abandon: async (_job, error) => void abandoned.push(error) };
    start(records, manual.queue, task, outcomes);
    await manual.deliver(job);
    expect(failures[0]?.dead).toBe(true);
    expect(abandoned).toEqual(['the engine is away']);
    expect(outcomes).toEqual(['ingest dead']);
  });

  it('gives back at once what was leased along with a job that failed', async () => {
    const { records } = outboxWith(1);
    const released: unknown[] = [];
    records.outbox.release = async (...given) => void released.push(given);
    const manual = createManualQueue();
    start(records, manual.queue, failing);
    await manual.deliver(job);
    expect(released).toEqual([[job, expect.objectContaining({ now }), now]]);
  });

  it('leaves no word of a death that did not come about', async () => {
    const { records } = outboxWith(8, { isOurs: false, failingFor: HOUR });
    const manual = createManualQueue();
    const abandoned: string[] = [];
    const task: OutboxTask = { ...failing, abandon: async (_job, error) => void abandoned.push(error) };
    start(records, manual.queue, task);
    await manual.deliver(job);
    expect(abandoned).toEqual([]);
  });

  it('leaves a job behind that hangs, and renews it no more', async () => {
    const { records, failures, released } = outboxWith(1);
    let renewals = 0;
    records.outbox.renew = async () => {
      renewals += 1;
    };
    const manual = createManualQueue();
    const outcomes: string[] = [];
    const hanging: OutboxTask = { concurrency: 1, run: () => new Promise<void>(() => undefined) };
    start(records, manual.queue, hanging, outcomes, { lease: 1 });
    await manual.deliver(job);
    expect(outcomes).toEqual(['ingest failed']);
    expect([failures, released]).toEqual([[], []]);
    const last = renewals;
    await new Promise((resolve) => setImmediate(resolve));
    expect(renewals).toBe(last);
  });

  it('counts an attempt where the records did not answer in time, and answer otherwise', async () => {
    const failing = async (answers: boolean, timedOut: boolean) => {
      const outbox = outboxWith(2, { answers });
      const manual = createManualQueue();
      const run = async () => {
        throw new RecordsUnavailable(new Error('secret text'), { timedOut });
      };
      start(outbox.records, manual.queue, { concurrency: 1, run });
      await manual.deliver(job);
      return outbox;
    };
    const error = 'dependency-unavailable: The database does not answer.';
    const slow = await failing(true, true);
    expect(slow.failures).toEqual([{ dead: false, error, dueAt: new Date(now.getTime() + pauseAfter(job, 2)) }]);
    for (const away of [await failing(false, true), await failing(true, false)]) {
      expect(away.failures).toEqual([]);
      expect(away.errors).toEqual([error]);
    }
  });

  it('says that jobs are postponed at the first, the tenth and the hundredth', async () => {
    const told: unknown[] = [];
    const manual = createManualQueue();
    const run = async () => {
      throw new Problem('dependency-unavailable', 'The index does not answer.');
    };
    const warn = (fields: Record<string, unknown>) => told.push(fields.postponements);
    start(outboxWith(1).records, manual.queue, { concurrency: 1, run }, [], { log: { ...log, warn } });
    for (let count = 0; count < 125; count += 1) await manual.deliver(job);
    expect(told).toEqual([1, 10, 100]);
  });

  it('stops even where nothing can be given back, and says so once', async () => {
    const { records } = outboxWith(1);
    records.outbox.release = async () => {
      throw new Error('down');
    };
    const told: unknown[] = [];
    const warn = (fields: Record<string, unknown>) => told.push(fields);
    const manual = createManualQueue();
    let begun: () => void = () => undefined;
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const run = () => {
      begun();
      return new Promise<void>(() => undefined);
    };
    const workers = start(records, manual.queue, { concurrency: 1, run }, [], { log: { ...log, warn } });
    void manual.deliver(job);
    await beginning;
    await workers.stop();
    expect(told).toEqual([{ leases: 1 }]);
  });

  it('postpones a job whose engine is down, and counts no attempt for it', async () => {
    const { records, failures, released } = outboxWith(8);
    const manual = createManualQueue();
    const outcomes: string[] = [];
    const run = async () => {
      throw new Problem('dependency-unavailable', 'The index does not answer.');
    };
    start(records, manual.queue, { concurrency: 1, run }, outcomes);
    await manual.deliver(job);
    expect(failures).toEqual([]);
    expect(released).toEqual([new Date(now.getTime() + 5000)]);
    expect(outcomes).toEqual(['ingest postponed']);
  });

  it('does not begin a job again that ended its workers eight times', async () => {
    const { records, failures } = outboxWith(9, { unended: 8 });
    const manual = createManualQueue();
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    start(records, manual.queue, { concurrency: 1, run });
    await manual.deliver(job);
    expect(runs).toBe(0);
    expect(failures).toEqual([{ dead: true, dueAt: now, error: 'Its worker ended before the job did, 8 times.' }]);
  });

  it('gives back what it still holds when it stops', async () => {
    const { records, released } = outboxWith(1);
    const manual = createManualQueue();
    let begun: () => void = () => undefined;
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const run = () => {
      begun();
      return new Promise<void>(() => undefined);
    };
    const workers = start(records, manual.queue, { concurrency: 1, run });
    void manual.deliver(job);
    await beginning;
    await workers.stop();
    expect(released).toEqual([now]);
  });
});

describe('handing out', () => {
  it('enqueues what is due', async () => {
    const { records } = outboxWith(1);
    const { queue, enqueued } = createManualQueue();
    const { sweep } = createHandOut({ records, wakeUp: createWakeUp(queue), clock, window: 10 });
    expect(await sweep()).toBe(1);
    expect(enqueued).toEqual([job]);
  });

  it('tops up again and again while more is due than fits, and not while everything is handed out', async () => {
    const outbox = { due: async () => Array.from({ length: left }, (_, ref) => ({ ...job, ref: String(ref) })) };
    let left = 10;
    let looks = 0;
    const records = {
      outbox: {
        due: () => {
          looks += 1;
          return outbox.due();
        },
      },
    } as unknown as Records;
    const { topUp } = createHandOut({ records, wakeUp: async () => true, clock, window: 10 });
    for (let count = 0; count < 3; count += 1) await topUp('ingest');
    expect(looks).toBe(3);
    left = 9;
    for (let count = 0; count < 3; count += 1) await topUp('ingest');
    expect(looks).toBe(4);
  });

  it('rests after looks that failed, the longer the more there were', async () => {
    let time = now.getTime();
    let looks = 0;
    let isAway = true;
    const due = async () => {
      looks += 1;
      if (isAway) throw new Error('away');
      return [];
    };
    const records = { outbox: { due } } as unknown as Records;
    const at = { now: () => new Date(time) };
    const { topUp } = createHandOut({ records, wakeUp: async () => true, clock: at, window: 10 });
    for (const end = time + 15_000; time < end; time += 10) await topUp('ingest').catch(() => undefined);
    expect(looks).toBe(5);
    isAway = false;
    time += 30_000;
    await topUp('ingest');
    expect(looks).toBe(6);
  });

  it('stops at the first job that the queue does not take', async () => {
    const asked: number[] = [];
    let wakeUps = 0;
    const outbox = {
      due: async (_kind: JobKind, _now: Date, limit: number) => {
        asked.push(limit);
        return [job, { ...job, ref: 'r2' }];
      },
    };
    const wakeUp = async () => {
      wakeUps += 1;
      return false;
    };
    const { of } = createHandOut({ records: { outbox } as unknown as Records, wakeUp, clock, window: 10 });
    await of('ingest');
    expect(asked).toEqual([20]);
    expect(wakeUps).toBe(1);
  });
});
