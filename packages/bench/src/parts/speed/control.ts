import type { Progress } from '../../report/progress.js';
import { openScanParts, type ScanParts } from '../../setups/scan-parts.js';
import { questionsFor } from './asking.js';
import type { Place } from './places.js';

/** ms of one scan of the arrays, and of one read of the database. */
export interface SpeedControl extends Place {
  scans: number[];
  reads: number[];
}

const ASKED = 120;
/** Rounds until the scan's code is compiled. */
const WARM = 20;

async function ask(parts: ScanParts, place: Place): Promise<SpeedControl> {
  const asked = questionsFor(place);
  for (const tenant of new Set(asked.map((each) => each.tenant))) await parts.load(tenant);
  const control: SpeedControl = { ...place, scans: [], reads: [] };
  for (let index = 0; index < ASKED + WARM; index += 1) {
    const { tenant = '', text = '' } = asked[index % asked.length] ?? {};
    const { scan, read } = await parts.ask(tenant, text);
    if (index < WARM) continue;
    control.scans.push(scan);
    control.reads.push(read);
  }
  return control;
}

/** Asks the same questions without the service; the gateway of the folder must have stopped. */
export async function measureControl(folder: string, places: readonly Place[], progress: Progress) {
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
