import { type BareEngine, openBareEngine } from '../controls/engine-scan.js';
import { createQuestions } from '../data/questions.js';
import { closedLoop, type Sample } from '../measure/closed-loop.js';
import type { Options } from '../options.js';
import type { Progress } from '../report/progress.js';
import { tenantOf } from './fill.js';

export interface EngineControl {
  roundTrip: Sample;
  /** The nearest 100 by vector alone, without the service. */
  scans: { size: number; sample: Sample }[];
}

async function scanTenant(engine: BareEngine, size: number, { requests, seconds }: Options): Promise<Sample> {
  const question = createQuestions('words of the memories', 1001);
  const send = () => engine.scan(tenantOf(size), question());
  await closedLoop(send, { connections: 1, requests: 30, seconds });
  return closedLoop(send, { connections: 1, requests, seconds });
}

/** The gateway of the folder must have stopped. */
export async function measureEngine(folder: string, options: Options, progress: Progress): Promise<EngineControl> {
  progress.say('engine alone');
  const engine = await openBareEngine(folder);
  try {
    await closedLoop(engine.roundTrip, { connections: 1, requests: 50, seconds: 2 });
    const roundTrip = await closedLoop(engine.roundTrip, { connections: 1, requests: 500, seconds: 2 });
    const scans: EngineControl['scans'] = [];
    for (const size of options.sizes) scans.push({ size, sample: await scanTenant(engine, size, options) });
    return { roundTrip, scans };
  } finally {
    await engine.close();
  }
}
