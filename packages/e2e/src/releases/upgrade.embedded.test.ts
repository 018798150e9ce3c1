/** @module-tag long */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { createApi } from '../client.js';
import { type ServiceProcess, startServiceProcess } from '../service-process.js';
import { waitUntil } from '../wait-until.js';
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
  it.each(['words', 'local'])('is opened with the embedder %s, keeps what it holds, and goes on', async (EMBEDDER) => {
    await writeFile(join(root, 'data.tar'), await release.archive());
    await promisify(execFile)('tar', ['-xf', 'data.tar'], { cwd: root });
    gateway = await startServiceProcess('gateway', { HIPPOCAMP_DATA: join(root, 'data'), ...lasting, EMBEDDER });
    const { url } = gateway;
    const goesBy = async () => (await createApi(url).get('/readyz')).body.checks.embedder.detail as string;
    const name = EMBEDDER === 'local' ? 'e5-small-v2' : 'glove';
    await waitUntil('it goes by that embedder', async () => (await goesBy()).startsWith(name), { deadline: 60_000 });
    await expectKept(url, release, 'embedded');
  });
});
