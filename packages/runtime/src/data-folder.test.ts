import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
