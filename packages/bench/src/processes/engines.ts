import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PlaceServers } from '@hippocamp/runtime/testing/production-place';

export interface Engines {
  /** The process of the Qdrant double; null where a Qdrant was given. */
  doublePid: number | null;
  servers: PlaceServers;
  /** The engines that this run started; for Qdrant that is the double. */
  started: { database: boolean; redis: boolean; qdrant: boolean };
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('./engines-program.js', import.meta.url));

export async function startEngines(): Promise<Engines> {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const said = await Promise.race([once(child, 'message'), exited.then(() => null)]);
  if (said === null) throw new Error('the engines did not start');
  const noteEnd = (code: number | null, signal: string | null) =>
    process.stderr.write(`the engines ended (${signal ?? code})\n`);
  child.once('exit', noteEnd);
  const { servers, started } = said[0] as Pick<Engines, 'servers' | 'started'>;
  return {
    servers,
    started,
    doublePid: started.qdrant ? (child.pid ?? null) : null,
    async stop() {
      child.off('exit', noteEnd);
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
