import { isOutage } from '@hippocamp/core/modules/idempotency/certainly';
import { lazily } from '@hippocamp/core/modules/lazily';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import { reasonOf } from '@hippocamp/core/ports/log';
import type { Records, TenantRecords } from '@hippocamp/core/ports/records';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import type { EngineWatch } from './engine-watch.js';

type Method = (...parameters: unknown[]) => unknown;
type Around = (method: Method) => Method;

/** The same methods, those of members too, with something around each; `own` are members that are made otherwise. */
function withEach<Port extends object>(port: Port, around: Around, own: Partial<Port> = {}): Port {
  const made = (name: string) => () => {
    if (name in own) return Reflect.get(own, name);
    const member: unknown = Reflect.get(port, name);
    if (typeof member === 'function') return around((...parameters) => member.apply(port, parameters));
    return typeof member === 'object' && member !== null ? withEach(member, around) : member;
  };
  return lazily(Object.fromEntries(Object.keys(port).map((name) => [name, made(name)]))) as Port;
}

const through =
  (watch: EngineWatch): Around =>
  (method) =>
  (...parameters) =>
    watch.call(async () => method(...parameters));

/**
 * The records behind a watch. A transaction is one call, and what is done inside it none: it ends as the transaction does.
 * Each tenant's side is made when it is asked for.
 */
export function watchedRecords(records: Records, watch: EngineWatch): Records {
  const around = through(watch);
  return withEach(records, around, {
    forTenant: (...asked): TenantRecords => withEach(records.forTenant(...asked), around),
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
  return withEach(index, through(watch), { ensure });
}

/**
 * The queue, whose adapter fails at once by itself: its rings and pings are timed and noted. Work that stops for want of an
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
    ring: (job) => watch.time(() => queue.ring(job)),
    depth: () => watch.time(() => queue.depth()),
    ping: () => watch.time(() => queue.ping()),
    work(kind, handler, { whenLow, ...options }) {
      const topUp = whenLow && { whenLow: () => unlessLost(whenLow) };
      queue.work(kind, (job) => unlessLost(() => handler(job)), { ...options, ...topUp });
    },
    schedule: (name, everyMs, work) => queue.schedule(name, everyMs, () => unlessLost(work)),
  };
}
