import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PlaceServers } from '@hippocamp/runtime/testing/production-place';

export interface Engines {
  servers: PlaceServers;
  /** Which of them were started for this run, and not given. Qdrant is never started: then it is a double. */
  started: { database: boolean; redis: boolean; qdrant: boolean };
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('./engines-program.js', import.meta.url));

/** Starts what is not given by DATABASE_URL, REDIS_URL and QDRANT_URL. */
export async function startEngines(): Promise<Engines> {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const said = await Promise.race([once(child, 'message'), exited.then(() => null)]);
  if (said === null) throw new Error('the engines did not start');
  return {
    ...(said[0] as Pick<Engines, 'servers' | 'started'>),
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
