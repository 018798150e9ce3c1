import { performance } from 'node:perf_hooks';
import { readSettings } from '@hippocamp/runtime/settings';
import { generateLongText } from '../data/memories.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import { createRandom } from '../quality/random.js';
import type { Progress } from '../report/progress.js';
import { type IngestParts, openIngestParts } from '../setups/ingest-parts.js';

export interface IngestCell {
  /** Characters. */
  length: number;
  whole: number[];
  parts: Record<string, number[]>;
}

const plans = [
  { length: 1000, runs: 60 },
  { length: 50_000, runs: 8 },
];
const WARM = 3;

const time = async (work: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Whole and parts take turns, so that both see the same machine. */
async function measureLength(parts: IngestParts, { length, runs }: (typeof plans)[number]): Promise<IngestCell> {
  const random = createRandom(5);
  const cell: IngestCell = { length, whole: [], parts: {} };
  for (let run = 0; run < runs + WARM; run += 1) {
    const whole = await time(() => parts.whole(generateLongText(length, random)));
    if (run >= WARM) cell.whole.push(whole);
    const text = generateLongText(length, random);
    for (const [name, work] of Object.entries(parts.parts)) {
      const alone = await time(() => work(text));
      if (run >= WARM) cell.parts[name] = [...(cell.parts[name] ?? []), alone];
    }
  }
  return cell;
}

export async function measureIngest(progress: Progress): Promise<IngestCell[]> {
  progress.say('ingest and its parts');
  const folder = temporaryFolder();
  const parts = await openIngestParts(readSettings({ HIPPOCAMP_DATA: folder, LOG_LEVEL: 'error', EMBEDDER: 'words' }));
  try {
    const cells: IngestCell[] = [];
    for (const plan of plans) cells.push(await measureLength(parts, plan));
    return cells;
  } finally {
    await parts.close();
  }
}
