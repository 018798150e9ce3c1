import { isOutage } from '@hippocamp/core/modules/idempotency/run-once';
import { around, type Method } from '@hippocamp/core/modules/lazily';
import { settlesWithin } from '@hippocamp/core/modules/waiting';
import { type EngineHealth, type EngineName, TakesNoWrites } from '@hippocamp/core/ports/engine-health';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import { type Log, LoggableError, reasonOf } from '@hippocamp/core/ports/log';
import type { Records, TenantRecords } from '@hippocamp/core/ports/records';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import type { Problem } from '@hippocamp/shared/problems';

/** Watches an engine while the process runs. */
export interface EngineWatch extends EngineHealth {
  readonly engine: EngineName;
  /** False while it is lost or takes no writes, which was told then. */
  isUp(): boolean;
  /** Does the work, unless the engine is lost: then it is refused at once. */
  call<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Does the work in any case, and takes its time. */
  time<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Asks the engine itself, for at most two seconds. */
  answers(): Promise<boolean>;
  stop(): void;
}

export interface EngineWatchOptions {
  engine: EngineName;
  /** The engine's own; what is wrong is in its error. */
  ping: () => Promise<void>;
  /** The problem for callers while the engine is lost. */
  refusal: (cause: Error) => Problem;
  log: Log;
  /** Part of this process: it is never lost but with it. Its calls are timed, and that is all. */
  embedded?: boolean;
  onCall?: (engine: EngineName, seconds: number) => void;
}

/** This many calls in a row that find no engine raise a doubt, … */
const DOUBTFUL = 3;
/** … and a ping that is not answered within this, ms, settles it. */
const PATIENCE = 2_000;
/** Between two pings of a lost engine, ms. */
const AGAIN_AFTER = 1_000;
/** A ping that hangs longer, ms, is not waited for: its connection may be dead while the engine is back. */
const HANGS = 5_000;

const meaning: Record<EngineName, { lost: string; reads?: string; back: string }> = {
  records: {
    lost: 'PostgreSQL is lost: requests are refused and jobs wait until it is back',
    reads:
      'PostgreSQL takes no writes: what is read is answered, what is written is refused, and jobs wait until it is back',
    back: 'PostgreSQL is back',
  },
  index: {
    lost: 'Qdrant is lost: searches are refused and writes are indexed later',
    back: 'Qdrant is back',
  },
  queue: { lost: 'Redis is lost: jobs wait in the outbox', back: 'Redis is back' },
};

class EngineLost extends LoggableError {}

/** The findings of a ping. */
interface Wrong {
  reason: string;
  /** It answers, and takes no writes. */
  reads: boolean;
}

/**
 * A breaker that is opened and closed by pings, not by the luck of a request: calls that fail only raise a doubt, so a
 * statement that takes too long opens nothing, and one probe at a time finds out that the engine is back. (Breakers of
 * libraries let a request through to find that out.) One line says that it is lost and one that it is back.
 */
export function createEngineWatch({
  engine,
  ping,
  refusal,
  log,
  embedded = false,
  onCall,
}: EngineWatchOptions): EngineWatch {
  let failures = 0;
  let doubting = false;
  let lostAt: number | null = null;
  let wrong: Wrong = { reason: '', reads: false };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Null where it answers, else what is wrong. */
  const ask = async (patience: number): Promise<Wrong | null> => {
    try {
      if (await settlesWithin(ping(), patience)) return null;
      return { reason: `no answer within ${patience} ms`, reads: false };
    } catch (error) {
      return { reason: reasonOf(error) ?? 'does not answer', reads: error instanceof TakesNoWrites };
    }
  };

  const back = () => {
    failures = 0;
    if (lostAt === null) return;
    const seconds = Math.round((performance.now() - lostAt) / 1000);
    lostAt = null;
    clearTimeout(timer);
    log.info({ engine, seconds }, meaning[engine].back);
  };

  const lookAgain = () => {
    timer = setTimeout(async () => {
      const since = lostAt;
      const found = await ask(HANGS);
      // Lost once more meanwhile, it has a probe of its own.
      if (stopped || since === null || lostAt !== since) return;
      if (found === null) return back();
      if (found.reads !== wrong.reads) tell(found);
      lookAgain();
    }, AGAIN_AFTER);
    timer.unref();
  };

  const tell = (found: Wrong) => {
    wrong = found;
    const { lost, reads } = meaning[engine];
    log.warn({ engine, reason: found.reason }, (found.reads && reads) || lost);
  };

  const trouble = (found: Wrong) => {
    // An embedded engine is never lost, though its disk may be full.
    if (lostAt !== null || stopped || (embedded && !found.reads)) return;
    lostAt = performance.now();
    tell(found);
    lookAgain();
  };

  const doubt = async () => {
    if (doubting) return;
    doubting = true;
    const found = await ask(PATIENCE);
    doubting = false;
    if (found === null) failures = 0;
    else trouble(found);
  };

  const countFailure = () => {
    failures += 1;
    if (failures >= DOUBTFUL && lostAt === null) void doubt();
  };

  /** Any other failure is an answer too. */
  const note = (error: unknown) => {
    if (isOutage(error)) countFailure();
    else failures = 0;
  };

  /** Without other calls, the periodic pings notice the return. */
  const answers = async () => {
    if (lostAt !== null || stopped) return lostAt === null;
    const found = await ask(PATIENCE);
    if (found?.reads) trouble(found);
    else if (found) countFailure();
    return found === null;
  };

  const time = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const start = performance.now();
    try {
      return await work();
    } finally {
      onCall?.(engine, (performance.now() - start) / 1000);
    }
  };

  return {
    engine,
    lost: (reason) => trouble({ reason, reads: false }),
    back,
    isUp: () => lostAt === null,
    async call(work) {
      if (lostAt !== null && !wrong.reads) throw refusal(new EngineLost(`${engine} lost: ${wrong.reason}`));
      try {
        const result = await time(work);
        failures = 0;
        return result;
      } catch (error) {
        note(error);
        throw error;
      }
    },
    time,
    answers,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const through =
  (watch: EngineWatch) =>
  (method: Method): Method =>
  (...parameters) =>
    watch.call(async () => method(...parameters));

/**
 * The records behind a watch. A transaction is one call, and what is done inside it none: it ends as the transaction does.
 * Each tenant's side is made when it is asked for.
 */
export function watchedRecords(records: Records, watch: EngineWatch): Records {
  return around(records, through(watch), {
    forTenant: (...asked): TenantRecords => around(records.forTenant(...asked), through(watch)),
  });
}

/** The index behind a watch. `ensure` is not held back: it may be what brings the index back. Nor is a rebuild once begun. */
export function watchedIndex(index: VectorIndex, watch: EngineWatch): VectorIndex {
  const ensure: VectorIndex['ensure'] = async (...parameters) => {
    try {
      const made = await index.ensure(...parameters);
      watch.back();
      return made;
    } catch (error) {
      if (isOutage(error)) watch.lost(reasonOf(error) ?? 'does not answer');
      throw error;
    }
  };
  return around(index, through(watch), { ensure });
}

/**
 * The queue, whose adapter fails at once by itself: its enqueues and pings are timed and noted. Work that stops for want of an
 * engine that is known to be lost is no news: the outbox has it, and the schedule comes round.
 */
export function watchedQueue(queue: JobQueue, watch: EngineWatch, engines: readonly EngineWatch[]): JobQueue {
  const unlessLost = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!isOutage(error) || engines.every((each) => each.isUp())) throw error;
    }
  };
  return {
    ...queue,
    enqueue: (job) => watch.time(() => queue.enqueue(job)),
    depth: () => watch.time(() => queue.depth()),
    ping: () => watch.time(() => queue.ping()),
    work(kind, handler, { whenLow, ...options }) {
      const topUp = whenLow && { whenLow: () => unlessLost(whenLow) };
      queue.work(kind, (job) => unlessLost(() => handler(job)), { ...options, ...topUp });
    },
    close(timeoutMs) {
      // An engine that is closed on purpose is not lost.
      watch.stop();
      return queue.close(timeoutMs);
    },
    schedule: (name, everyMs, work) => queue.schedule(name, everyMs, () => unlessLost(work)),
  };
}
