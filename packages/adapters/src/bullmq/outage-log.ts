import type { Log } from '@hippocamp/core/ports/log';

/** The same complaint is logged once in this time, ms. */
const QUIET = 60_000;

/** Nobody answers, or not in time. */
export class RedisUnreachable extends Error {}

/** Log lines about Redis: one when an outage begins, one when it ends, however often is retried in between. */
export interface OutageLog {
  trouble(error: unknown): void;
  over(): void;
}

const isOutage = (error: Error) =>
  error instanceof RedisUnreachable ||
  'syscall' in error ||
  /connection|timed? ?out|socket|writeable|max retries/i.test(error.message);

export function createOutageLog(log: Log): OutageLog {
  const lastLogged = new Map<string, number>();
  let down = false;

  /** Nothing but keys of jobs lies in Redis, so its words may be logged. */
  const complain = ({ name, message }: Error) => {
    const kind = message.replace(/\d+/g, '');
    const last = lastLogged.get(kind);
    if (last !== undefined && performance.now() - last < QUIET) return;
    lastLogged.set(kind, performance.now());
    log.warn({ error: name, reason: message }, 'Redis or its queue complains');
  };

  return {
    trouble(error) {
      if (!(error instanceof Error)) return;
      if (!isOutage(error)) {
        complain(error);
        return;
      }
      if (!down) log.warn({ reason: error.message }, 'Redis cannot be reached; jobs wait in the outbox');
      down = true;
    },
    over() {
      if (down) log.info({}, 'Redis can be reached again');
      down = false;
      lastLogged.clear();
    },
  };
}
