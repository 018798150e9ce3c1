/** @module-tag long */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { type ServiceProcess, startServiceProcess } from '../service-process.js';
import { expectKept } from './expect-kept.js';
import { lasting } from './lasting.js';
import { keptReleases } from './releases.js';

let root = '';
let gateway: ServiceProcess | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hippocamp-upgrade-'));
});
afterEach(async () => {
  await gateway?.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

describe.each(keptReleases())('a data folder of release $version', (release) => {
  it('is opened, keeps what it holds, and goes on', async () => {
    await writeFile(join(root, 'data.tar'), await release.archive());
    await promisify(execFile)('tar', ['-xf', 'data.tar'], { cwd: root });
    gateway = await startServiceProcess('gateway', { HIPPOCAMP_DATA: join(root, 'data'), ...lasting });
    await expectKept(gateway.url, release, 'embedded');
  });
});
