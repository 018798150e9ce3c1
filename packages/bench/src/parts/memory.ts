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

const readControl = async (name: string, start: () => Promise<Child>): Promise<MemoryReading> => {
  const child = await start();
  const reading = await readMemory(name, child);
  await child.stop();
  return reading;
};

export async function measureMemoryControls(): Promise<MemoryReading[]> {
  return [
    await readControl('PGlite alone in a thread, empty', () => startBarePglite(temporaryFolder())),
    await readControl('Node and Express alone', startBareExpress),
  ];
}
