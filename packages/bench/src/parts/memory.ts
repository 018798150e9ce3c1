import { setTimeout as sleep } from 'node:timers/promises';
import { type ResidentMemory, residentMemory } from '../processes/resident-memory.js';
import type { Child } from '../processes/start-process.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import { startBareExpress, startBarePglite } from './start.js';

export interface MemoryReading {
  name: string;
  /** Null where there is no /proc. */
  memory: ResidentMemory | null;
}

const SETTLE = 2_000;

/** What a process takes after two seconds of rest. */
export async function readMemory(name: string, child: Child): Promise<MemoryReading> {
  await sleep(SETTLE);
  return { name, memory: await residentMemory(child.pid) };
}

/** Of a process that is started for it. */
export const readFreshMemory = async (name: string, start: () => Promise<Child>): Promise<MemoryReading> => {
  const child = await start();
  const reading = await readMemory(name, child);
  await child.stop();
  return reading;
};

export async function measureMemoryControls(): Promise<MemoryReading[]> {
  const folder = temporaryFolder();
  return [
    await readFreshMemory('PGlite alone in a thread, new folder', () => startBarePglite(folder)),
    await readFreshMemory('PGlite alone in a thread, used folder', () => startBarePglite(folder)),
    await readFreshMemory('Node and Express alone', startBareExpress),
  ];
}
