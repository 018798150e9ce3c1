/** @module-tag long */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listAll } from '../actions.js';
import { createApi } from '../client.js';
import { type ServiceProcess, startServiceProcess } from '../service-process.js';
import { runShell } from '../shell-process.js';
import { lasting } from './lasting.js';
import { keptReleases } from './releases.js';

let root = '';
let gateway: ServiceProcess | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hippocamp-read-again-'));
});
afterEach(async () => {
  await gateway?.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

it.each(keptReleases())(
  'doctor tells of the texts of release $version, and they are read anew once',
  async (release) => {
    await writeFile(join(root, 'data.tar'), await release.archive());
    await promisify(execFile)('tar', ['-xf', 'data.tar'], { cwd: root });
    const folder = { HIPPOCAMP_DATA: join(root, 'data') };
    const doctor = await runShell(['doctor'], folder);
    expect(doctor.out).toContain('hippocamp read-again');
    gateway = await startServiceProcess('gateway', { ...folder, ...lasting });
    const settings = { HIPPOCAMP_URL: gateway.url, HIPPOCAMP_TENANT: 'harbour' };
    const run = async (...args: string[]) => (await runShell(args, settings)).out;
    const api = createApi(gateway.url, 'harbour');
    const contents = async () => (await listAll(api)).map(({ content }) => content);
    const before = await contents();
    const { texts, read, refused } = JSON.parse(await run('read-again'));
    expect({ read, refused }).toEqual({ read: texts, refused: [] });
    expect(texts).toBeGreaterThan(0);
    expect(await contents()).toEqual(expect.arrayContaining(before));
    expect(JSON.parse(await run('read-again'))).toMatchObject({ texts: 0 });
  },
);
