import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProductionPlace } from '@hippocamp/runtime/testing/production-place';
import { startServers } from '@hippocamp/runtime/testing/servers';
import type { TestProject } from 'vitest/node';
import { startSharedService } from './shared-service.js';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hippocamp-e2e-'));
  // biome-ignore lint/style/noProcessEnv: servers that are given to the tests have no other way in
  const { stop: stopServers, ...servers } = await startServers(process.env);
  project.provide('stores', { mode: 'production', servers });
  const place = await createProductionPlace(servers);
  const { settings } = place;
  const stop = await startSharedService(project, { folder, settings, programs: ['gateway', 'worker'] });
  return async () => {
    try {
      await stop();
    } finally {
      await place.remove();
      await stopServers();
      await rm(folder, { recursive: true, force: true });
    }
  };
}
