import { attacks } from '@hippocamp/e2e/attacks/attacks';
import { type Measurement, openRange } from '@hippocamp/e2e/attacks/measure';
import type { PlaceServers } from '@hippocamp/runtime/testing/production-place';
import type { Options } from '../options.js';
import { startEngines } from '../processes/engines.js';
import { startGateway } from '../processes/gateway.js';
import { startProduction } from '../processes/production.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';

export interface Stalls {
  mode: 'embedded' | 'production';
  measured: Measurement[];
}

/** ms; an attack that takes longer is given up and reported as such. */
const DEADLINE = 60_000;

const chosen = ({ only }: Options) => attacks.filter(({ name }) => only === undefined || name.includes(only));

async function attack(url: string, options: Options, { progress, note }: { progress: Progress; note: Noted }) {
  const range = await openRange(url, DEADLINE);
  try {
    for (const each of chosen(options)) {
      progress.update(each.name);
      note(await range.measure([each]));
    }
  } finally {
    range.close();
  }
}

type Noted = (measurement: Measurement) => void;

/** Fills in `stalls` as it goes: each attack alone against an idle service. */
export async function measureStalls(stalls: Stalls[], options: Options, progress: Progress): Promise<void> {
  const embedded: Stalls = { mode: 'embedded', measured: [] };
  stalls.push(embedded);
  progress.say(`stalls: ${chosen(options).length} attacks, embedded`);
  const gateway = await startGateway(temporaryFolder());
  try {
    await attack(gateway.url, options, { progress, note: (measurement) => embedded.measured.push(measurement) });
  } finally {
    await gateway.stop();
  }
}

export async function measureProductionStalls(stalls: Stalls[], options: Options, progress: Progress): Promise<void> {
  const production: Stalls = { mode: 'production', measured: [] };
  stalls.push(production);
  progress.say(`stalls: ${chosen(options).length} attacks, production`);
  const engines = await startEngines();
  try {
    await attackProduction(engines.servers, options, {
      progress,
      note: (measurement) => production.measured.push(measurement),
    });
  } finally {
    await engines.stop();
  }
}

async function attackProduction(
  servers: PlaceServers,
  options: Options,
  noting: { progress: Progress; note: Noted },
): Promise<void> {
  const service = await startProduction(servers, 1);
  try {
    await attack(service.gateway.url, options, noting);
  } finally {
    await service.stop();
  }
}
