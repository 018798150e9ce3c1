import { isOutage } from '@hippocamp/core/modules/idempotency/run-once';
import { around, type Method } from '@hippocamp/core/modules/lazily';
import { settlesWithin } from '@hippocamp/core/modules/waiting';
import { type EngineHealth, type EngineName, TakesNoWrites } from '@hippocamp/core/ports/engine-health';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import { type Log, LoggableError, reasonOf } from '@hippocamp/core/ports/log';
import type { Records, TenantRecords } from '@hippocamp/core/ports/records';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import type { Problem } from '@hippocamp/shared/problems';

export interface EngineWatch extends EngineHealth {
  readonly engine: EngineName;
  /** False while the engine is lost or takes no writes. */
  isUp(): boolean;
  /** Refuses at once while the engine is lost. */
  call<Result>(work: () => Promise<Result>): Promise<Result>;
  time<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Pings for at most two seconds. */
  answers(): Promise<boolean>;
  stop(): void;
}

export interface EngineWatchOptions {
  engine: EngineName;
  /** Rejects with the reason. */
  ping: () => Promise<void>;
  refusal: (cause: Error) => Problem;
  log: Log;
  /** An embedded engine cannot be lost, only fail to write. */
  embedded?: boolean;
  onCall?: (engine: EngineName, seconds: number) => void;
}

/** Calls in a row without an answer until a ping decides. */
const DOUBTFUL = 3;
/** ms */
const PATIENCE = 2_000;
/** ms between two pings of a lost engine. */
const AGAIN_AFTER = 1_000;
/** ms. A longer ping is given up, because its connection may be dead while the engine is back. */
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

interface Wrong {
  reason: string;
  reads: boolean;
}

/** Failed calls only raise a doubt; pings open and close it, so that one slow statement opens nothing. */
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
      // Lost again meanwhile, it has another probe.
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

  /** A lost engine is pinged by its timer already. */
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

/** A transaction is one call, whatever is done inside it. */
export function watchedRecords(records: Records, watch: EngineWatch): Records {
  return around(records, through(watch), {
    forTenant: (...asked): TenantRecords => around(records.forTenant(...asked), through(watch)),
  });
}

/** `ensure` always goes through, because it may bring the index back; so does a rebuild under way. */
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

/** Jobs that stop for a lost engine are not logged: the outbox and the schedule bring them back. */
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
      // A deliberate close is no loss.
      watch.stop();
      return queue.close(timeoutMs);
    },
    schedule: (name, everyMs, work) => queue.schedule(name, everyMs, () => unlessLost(work)),
  };
}
