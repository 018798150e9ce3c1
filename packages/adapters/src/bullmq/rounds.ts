import type { ScheduleName } from '@hippocamp/core/ports/job-queue';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import { Queue } from 'bullmq';
import type { Connections } from './connections.js';
import { startHands } from './hands.js';
import { inTime } from './in-time.js';
import { retention } from './job-of.js';
import type { OutageLog } from './outage-log.js';

/** How often is looked whether the schedule is still in Redis, ms. */
const LOOK_EVERY = 1_000;
const LOOK_TIME = 1_000;
/** A round is this late when its job was lost, ms. */
const LATE = 10_000;

/** Work that comes round, in one process of all that have the same name. */
export interface Rounds {
  stop(timeoutMs: number): Promise<void>;
}

interface RoundsOptions {
  name: ScheduleName;
  everyMs: number;
  work: () => Promise<void>;
  prefix: string;
  connections: Connections;
  outage: OutageLog;
  log: Log;
}

/** Puts the schedule into Redis, and again when it is gone from there. */
function keepScheduled({ name, everyMs, connections, outage }: RoundsOptions, queue: Queue): { stop(): void } {
  const { reachable, onReady } = connections;
  let isSet = false;
  let looking = false;
  let stopped = false;

  const put = async (isThere: boolean) => {
    // An interval that is changed in place keeps the offset of the old one, which may be hours.
    if (isThere) await queue.removeJobScheduler(name);
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: retention });
  };

  const keep = () =>
    inTime(LOOK_TIME, async (signal) => {
      await reachable();
      const found = await queue.getJobScheduler(name);
      // Once it is set, another process may have reasons for another interval.
      const isMine = isSet || found?.every === everyMs;
      const isAlive = found?.next !== undefined && found.next + everyMs + LATE > Date.now();
      signal.throwIfAborted();
      if (!isMine || !isAlive) await put(found !== undefined);
      isSet = true;
    });

  const look = () => {
    if (stopped || looking) return;
    looking = true;
    keep()
      .catch(outage.trouble)
      .finally(() => {
        looking = false;
      });
  };
  look();
  onReady(look);
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

export function startRounds(options: RoundsOptions): Rounds {
  const { name, work, prefix, connections, outage, log } = options;
  // A queue of its own, so that a long round of one name holds up no other.
  const queueName = `schedule-${name}`;
  const { producer } = connections;
  const queue = new Queue(queueName, { connection: producer, prefix, skipVersionCheck: true, skipMetasUpdate: true });
  queue.on('error', outage.trouble);
  const schedule = keepScheduled(options, queue);

  /** BullMQ makes the next round when one begins, and another process takes it when this one lasts longer than that. */
  const isAlone = async () => (await producer.llen(queue.toKey('active'))) <= 1;

  /** Where Redis went away just now, that is told of as such, and the work waits for the next round. */
  const mayWork = () =>
    isAlone().catch((error: unknown) => {
      outage.trouble(error);
      return false;
    });

  const round = async () => {
    try {
      if (await mayWork()) await work();
    } catch (error) {
      log.error({ name, ...withoutText(error) }, 'scheduled work failed');
    }
    return name;
  };

  const hands = startHands({ ...options, queue: queueName, concurrency: 1, work: round });
  return {
    async stop(timeoutMs) {
      schedule.stop();
      await hands.stop(timeoutMs);
    },
  };
}
