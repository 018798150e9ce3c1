import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startServiceProcess } from './service-process.js';
import { startSharedService } from './shared-service.js';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hippocamp-e2e-'));
  const templateFolder = join(folder, 'template');
  const first = await startServiceProcess('gateway', { HIPPOCAMP_DATA: templateFolder });
  await first.kill('SIGTERM');
  project.provide('stores', { mode: 'embedded', templateFolder });
  const settings = { HIPPOCAMP_DATA: join(folder, 'shared') };
  const stop = await startSharedService(project, { folder, settings, programs: ['gateway'] });
  return async () => {
    try {
      await stop();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
