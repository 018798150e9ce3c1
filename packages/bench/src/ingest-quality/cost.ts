import { performance } from 'node:perf_hooks';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import { generateLongText } from '../data/memories.js';
import { median } from '../measure/percentiles.js';
import { createRandom } from '../quality/random.js';
import { judge, type ReadingModel, segment } from './readers.js';

/** Medians. */
export interface ReadingCost {
  length: number;
  reader: 'none' | 'model' | 'embedding';
  runs: number;
  statements: number;
  milliseconds: number;
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

async function read(text: string, model?: ReadingModel): Promise<readonly Statement[]> {
  const given: SourceText = { text, source: 'chat' };
  const statements = await segment(given);
  await judge(given, statements, model);
  return statements;
}

/** Embedding alone shows what the vectors cost. */
async function embed(text: string, model: ReadingModel): Promise<readonly Statement[]> {
  const statements = await segment({ text, source: 'chat' });
  await model.embed(statements.map(({ words }) => words));
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

/** The readers take turns, so that all see the same machine. No text is read twice. */
export async function measureCost(model: ReadingModel): Promise<ReadingCost[]> {
  const random = createRandom(7);
  const costs: ReadingCost[] = [];
  for (const { length, runs } of plans) {
    const found: Record<ReadingCost['reader'], Run[]> = { none: [], model: [], embedding: [] };
    await read(generateLongText(1000, random), model);
    for (let run = 0; run < runs; run += 1) {
      const text = generateLongText(length, random);
      found.none.push(await timed(() => read(text)));
      found.model.push(await timed(() => read(text, model)));
      found.embedding.push(await timed(() => embed(text, model)));
    }
    for (const reader of ['none', 'model', 'embedding'] as const) costs.push(costOf(length, reader, found[reader]));
  }
  return costs;
}
