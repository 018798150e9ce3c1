/** @module-tag long */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createProductionPlace, type ProductionPlace } from '@hippocamp/runtime/testing/production-place';
import { afterEach, describe, inject, it } from 'vitest';
import { reindex } from '../reindexing.js';
import { BRIEF, type ServiceProcess, startServiceProcess } from '../service-process.js';
import { expectKept } from './expect-kept.js';
import { lasting } from './lasting.js';
import { keptReleases } from './releases.js';

const migration = fileURLToPath(new URL('../../../../apps/worker/dist/migrate.js', import.meta.url));

let place: ProductionPlace | undefined;
let processes: ServiceProcess[] = [];
afterEach(async () => {
  await Promise.all(processes.map((process) => process.kill('SIGKILL')));
  processes = [];
  await place?.remove();
});

/** Restores a backup as the operators' page says, with migration and reindex. */
async function restored(sql: string, EMBEDDER: string): Promise<Record<string, string>> {
  const stores = inject('stores');
  if (stores.mode !== 'production') throw new Error('only in production mode');
  place = await createProductionPlace(stores.servers, sql);
  const settings = { ...place.settings, ...lasting, EMBEDDER };
  await promisify(execFile)(process.execPath, [...BRIEF, migration], { env: { PATH: '/usr/bin:/bin', ...settings } });
  await reindex(settings);
  return settings;
}

describe.each(keptReleases())('a database of release $version', (release) => {
  it.each(['words', 'local'])('is migrated to the embedder %s, keeps what it holds, and goes on', async (embedder) => {
    const settings = await restored(await release.sql(), embedder);
    processes = await Promise.all((['gateway', 'worker'] as const).map((each) => startServiceProcess(each, settings)));
    await expectKept(String(processes[0]?.url), release, 'production');
  });
});
