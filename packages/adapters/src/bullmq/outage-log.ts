import type { EngineHealth } from '@hippocamp/core/ports/engine-health';
import type { Log } from '@hippocamp/core/ports/log';
import { refusalIn } from './refusals.js';

/** The same complaint is logged once in this time, ms. */
const QUIET = 60_000;

/** What becomes of Redis, told once when an outage begins and once when it ends, however often is retried in between. */
export interface OutageLog {
  began(reason: string): void;
  over(): void;
  /** Something failed. What an outage brings with it is not worth a line. */
  trouble(error: unknown): void;
}

/** Nothing but keys of jobs lies in Redis, so its words may be logged. */
export function createOutageLog(log: Log, health: EngineHealth): OutageLog {
  const lastLogged = new Map<string, number>();
  let down = false;

  const began = (reason: string) => {
    if (!down) health.lost(reason);
    down = true;
  };

  return {
    began,
    over() {
      if (down) health.back();
      down = false;
    },
    trouble(error) {
      if (down || !(error instanceof Error)) return;
      const refusal = refusalIn(error);
      if (refusal !== null) return began(refusal);
      const { name, message } = error;
      const kind = message.replace(/\d+/g, '');
      const last = lastLogged.get(kind);
      if (last !== undefined && performance.now() - last < QUIET) return;
      lastLogged.set(kind, performance.now());
      log.warn({ error: name, reason: message }, 'Redis or its queue complains');
    },
  };
}
