import { join } from 'node:path';
import { startGateway } from '../processes/gateway.js';
import { type Child, startProcess } from '../processes/start-process.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';

export interface StartTimes {
  name: string;
  /** ms. */
  times: number[];
}

const expressScript = new URL('../controls/bare-express.js', import.meta.url);
const pgliteScript = new URL('../controls/bare-pglite.js', import.meta.url);

export const startBareExpress = (): Promise<Child> => startProcess({ script: expressScript });

export const startBarePglite = (folder: string): Promise<Child> =>
  startProcess({ script: pgliteScript, arguments: [join(folder, 'database')] });

const timed = async (start: () => Promise<Child>): Promise<number> => {
  const child = await start();
  await child.stop();
  return child.startTime;
};

export async function measureRestarts(name: string, folder: string, runs: number): Promise<StartTimes> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await timed(() => startGateway(folder)));
  return { name, times };
}

export async function measureStart(runs: number, progress: Progress): Promise<StartTimes[]> {
  const used = temporaryFolder();
  const usedByPglite = temporaryFolder();
  await timed(() => startGateway(used));
  await timed(() => startBarePglite(usedByPglite));
  const starts: [string, () => Promise<Child>][] = [
    ['gateway, new folder', () => startGateway(temporaryFolder())],
    ['gateway, used folder', () => startGateway(used)],
    ['PGlite alone, new folder', () => startBarePglite(temporaryFolder())],
    ['PGlite alone, used folder', () => startBarePglite(usedByPglite)],
    ['Node and Express alone', startBareExpress],
  ];
  const results = starts.map(([name]): StartTimes => ({ name, times: [] }));
  for (let run = 1; run <= runs; run += 1) {
    progress.say(`start: run ${run} of ${runs}`);
    for (const [index, [, start]] of starts.entries()) results[index]?.times.push(await timed(start));
  }
  return results;
}
