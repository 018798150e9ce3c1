/** @module-tag long */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runShell } from '../shell-process.js';
import { lasting } from './lasting.js';
import { keptReleases } from './releases.js';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hippocamp-read-again-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it.each(keptReleases())(
  'doctor tells of the texts of release $version, and they are read anew once',
  async (release) => {
    await writeFile(join(root, 'data.tar'), await release.archive());
    await promisify(execFile)('tar', ['-xf', 'data.tar'], { cwd: root });
    const settings = { HIPPOCAMP_DATA: join(root, 'data'), HIPPOCAMP_TENANT: 'harbour', ...lasting };
    const run = async (...args: string[]) => (await runShell(args, settings)).out;
    const contents = async () =>
      (await run('export'))
        .split('\n')
        .filter((line) => line.includes('"kind":"memory"'))
        .map((line) => (JSON.parse(line) as { content: string }).content);
    expect(await run('doctor')).toContain('hippocamp read-again');
    const before = await contents();
    const { texts, read, refused } = JSON.parse(await run('read-again'));
    expect({ read, refused }).toEqual({ read: texts, refused: [] });
    expect(texts).toBeGreaterThan(0);
    expect(await contents()).toEqual(expect.arrayContaining(before));
    expect(JSON.parse(await run('read-again'))).toMatchObject({ texts: 0 });
    expect(await run('doctor')).not.toContain('hippocamp read-again');
  },
);
