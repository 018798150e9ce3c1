import type { Log } from '@hippocamp/core/ports/log';

/** The same complaint is logged once in this time, ms. */
const QUIET = 60_000;

/** Log lines about Redis: one when an outage begins, one when it ends, however often is retried in between. */
export interface OutageLog {
  began(reason: string): void;
  over(): void;
  /** Something failed. What an outage brings with it is not worth a line. */
  trouble(error: unknown): void;
}

/** Nothing but keys of jobs lies in Redis, so its words may be logged. */
export function createOutageLog(log: Log): OutageLog {
  const lastLogged = new Map<string, number>();
  let down = false;

  return {
    began(reason) {
      if (!down) log.warn({ reason }, 'Redis cannot be reached; jobs wait in the outbox');
      down = true;
    },
    over() {
      if (down) log.info({}, 'Redis can be reached again');
      down = false;
    },
    trouble(error) {
      if (down || !(error instanceof Error)) return;
      const { name, message } = error;
      const kind = message.replace(/\d+/g, '');
      const last = lastLogged.get(kind);
      if (last !== undefined && performance.now() - last < QUIET) return;
      lastLogged.set(kind, performance.now());
      log.warn({ error: name, reason: message }, 'Redis or its queue complains');
    },
  };
}
