import { performance } from 'node:perf_hooks';
import type { Statement } from '@hippocamp/shared/language/statement';
import { generateLongText } from '../data/memories.js';
import { median } from '../measure/percentiles.js';
import { createRandom } from '../quality/random.js';
import { judge, type ReadingModel, segment, vectorsOf } from './readers.js';

/** What it takes to read a text of a length; medians. */
export interface ReadingCost {
  length: number;
  reader: 'rules' | 'model';
  runs: number;
  statements: number;
  milliseconds: number;
  /** Of all threads of the process. */
  cpuMilliseconds: number;
}

const plans = [
  { length: 1000, runs: 15 },
  { length: 50_000, runs: 3 },
];

interface Run {
  statements: number;
  milliseconds: number;
  cpu: number;
}

async function timed(read: () => Promise<readonly Statement[]>): Promise<Run> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const { length: statements } = await read();
  const { user, system } = process.cpuUsage(used);
  return { statements, milliseconds: performance.now() - start, cpu: (user + system) / 1000 };
}

async function read(text: string, model: ReadingModel | null): Promise<readonly Statement[]> {
  const statements = await segment({ text, source: 'chat' });
  await judge(statements, model ? await vectorsOf(statements, model) : undefined);
  return statements;
}

const costOf = (length: number, reader: ReadingCost['reader'], all: readonly Run[]): ReadingCost => ({
  length,
  reader,
  runs: all.length,
  statements: median(all.map(({ statements }) => statements)),
  milliseconds: median(all.map(({ milliseconds }) => milliseconds)),
  cpuMilliseconds: median(all.map(({ cpu }) => cpu)),
});

/** From a text to what is kept of it, in process, both readers in turn so that they see the same machine; no text twice. */
export async function measureCost(model: ReadingModel): Promise<ReadingCost[]> {
  const random = createRandom(7);
  const costs: ReadingCost[] = [];
  for (const { length, runs } of plans) {
    const found: Record<ReadingCost['reader'], Run[]> = { rules: [], model: [] };
    await read(generateLongText(1000, random), model);
    for (let run = 0; run < runs; run += 1) {
      const text = generateLongText(length, random);
      found.rules.push(await timed(() => read(text, null)));
      found.model.push(await timed(() => read(text, model)));
    }
    costs.push(costOf(length, 'rules', found.rules), costOf(length, 'model', found.model));
  }
  return costs;
}
