import type { EngineHealth } from '@hippocamp/core/ports/engine-health';
import type { Log } from '@hippocamp/core/ports/log';

/** A server that answers PING may still take no job. The keys are the first words of its errors. */
const refusals: Record<string, string> = {
  OOM: 'is out of memory: it takes no more jobs until maxmemory is raised or keys are removed',
  READONLY: 'is read-only: it is a replica, or was made one',
  LOADING: 'is loading its data',
  MISCONF: 'refuses writes, because it cannot write its file',
  NOREPLICAS: 'refuses writes, because too few replicas are there',
  CLUSTERDOWN: 'refuses writes, because its cluster is not complete',
  MASTERDOWN: 'refuses to answer, because its primary is down',
  NOAUTH: 'asks for a password, which REDIS_URL does not name',
  NOPERM: 'does not let this user write',
};

/** Why the server refuses writes; null for other errors. An error of a script has the word further back. */
export function refusalIn(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const word = error.message.split(/[^A-Z]/).find((each) => Object.hasOwn(refusals, each));
  return (word === undefined ? null : refusals[word]) ?? null;
}

/** ms */
const QUIET = 60_000;

export interface OutageLog {
  began(reason: string): void;
  over(): void;
  /** Ignored while an outage explains it. */
  trouble(error: unknown): void;
}

/** Redis holds only keys of jobs, so its messages may be logged. */
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
