import { openLoop } from '../../measure/open-loop.js';
import type { Progress } from '../../report/progress.js';
import { openScanParts, type ScanParts } from '../../setups/scan-parts.js';
import { questionsFor } from './asking.js';
import type { Place } from './places.js';

/** ms of one scan of the arrays and one read of the database. */
export interface SpeedControl extends Place {
  /** Asked as the service is, at the same rate: between two questions the threads and the processor go to sleep. */
  paced: number[];
  /** Each question as soon as the one before is answered. */
  atOnce: number[];
}

/** Questions a second that the service got in a place. */
export interface PacedPlace extends Place {
  rate: number;
}

const ASKED = 120;
/** Rounds until the scan's code is compiled. */
const WARM = 20;

async function ask(parts: ScanParts, { rate, ...place }: PacedPlace): Promise<SpeedControl> {
  const asked = questionsFor(place);
  for (const tenant of new Set(asked.map((each) => each.tenant))) await parts.load(tenant);
  const questions = await Promise.all(asked.map(({ tenant, text }) => parts.prepare(tenant, text)));
  let next = 0;
  const one = async () => {
    const start = performance.now();
    await questions[next % questions.length]?.();
    next += 1;
    return performance.now() - start;
  };
  for (let index = 0; index < WARM; index += 1) await one();
  const atOnce: number[] = [];
  for (let index = 0; index < ASKED; index += 1) atOnce.push(await one());
  const { latencies } = await openLoop(one, rate, ASKED / rate);
  return { ...place, paced: latencies, atOnce };
}

/** Asks the same questions without the service; the gateway of the folder must have stopped. */
export async function measureControl(folder: string, places: readonly PacedPlace[], progress: Progress) {
  const controls: SpeedControl[] = [];
  const parts = await openScanParts(folder);
  try {
    for (const place of places) {
      progress.say(`speed: the arrays alone, ${place.memories} memories of ${place.tenants}`);
      controls.push(await ask(parts, place));
    }
    return controls;
  } finally {
    await parts.close();
  }
}
