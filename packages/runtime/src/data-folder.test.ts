import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from './data-folder.js';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hippocamp-data-folder-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('a data folder', () => {
  it('is made, and given back', async () => {
    for (const _time of ['first', 'second']) {
      const folder = await openDataFolder(join(root, 'new', 'data'), 'engine 1');
      await folder.stamp({ engine: 'engine 1', embedder: 'embedder', writtenBy: '1.0.0' });
      await folder.release();
    }
    await expect(openDataFolder(join(root, 'new', 'data'), 'engine 2')).rejects.toThrow('HIPPOCAMP_DATA');
  });

  it('is closed to others at every start, with what is in it of ours, whoever made it', async () => {
    const path = join(root, 'data');
    const inside = ['format.json', 'database', 'database/base', 'database/base/1'];
    await mkdir(join(path, 'database', 'base'), { recursive: true });
    await writeFile(join(path, 'database', 'base', '1'), '');
    await writeFile(join(path, 'of-another'), '');
    await writeFile(
      join(path, 'format.json'),
      JSON.stringify({ format: 1, engine: 'e', embedder: 'm', writtenBy: '1' }),
    );
    for (const name of ['', 'of-another', ...inside]) await chmod(join(path, name), 0o755);
    const first = await openDataFolder(path, 'e');
    await first.closeInside();
    await first.release();
    expect(first.access).toBe('was open');
    const modeOf = async (name: string) => (await stat(join(path, name))).mode & 0o777;
    for (const name of ['', ...inside]) expect(await modeOf(name), name).toBe(0o700);
    expect(await modeOf('of-another')).toBe(0o755);
    const second = await openDataFolder(path, 'e');
    await second.release();
    expect(second.access).toBe('closed');
  });

  it('that cannot be made is refused with a sentence that says which, and what to set', async () => {
    const path = join(root, 'file');
    await writeFile(path, '');
    for (const folder of [path, join(path, 'data')]) {
      const opened = openDataFolder(folder, 'engine');
      await expect(opened).rejects.toThrow(`The folder ${folder} cannot be made`);
      await expect(opened).rejects.toThrow('HIPPOCAMP_DATA');
    }
  });
});
