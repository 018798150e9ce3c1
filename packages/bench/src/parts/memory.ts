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

export interface MemoryLog {
  readings: MemoryReading[];
  note(name: string, child: Child): Promise<void>;
  noteFresh(name: string, start: () => Promise<Child>): Promise<void>;
}

const SETTLE = 2_000;

export function createMemoryLog(wanted: boolean): MemoryLog {
  const readings: MemoryReading[] = [];
  const note = async (name: string, child: Child) => {
    if (!wanted) return;
    await sleep(SETTLE);
    readings.push({ name, memory: await residentMemory(child.pid) });
  };
  return {
    readings,
    note,
    async noteFresh(name, start) {
      if (!wanted) return;
      const child = await start();
      await note(name, child);
      await child.stop();
    },
  };
}

export async function noteControls(log: MemoryLog): Promise<void> {
  const folder = temporaryFolder();
  await log.noteFresh('PGlite alone in a thread, new folder', () => startBarePglite(folder));
  await log.noteFresh('PGlite alone in a thread, used folder', () => startBarePglite(folder));
  await log.noteFresh('Node and Express alone', startBareExpress);
}
