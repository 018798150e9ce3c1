import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { models } from './manifest.js';
import { weightsOf } from './weights.js';

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

const isAbout = (name: string) => /^(?:README|LICENSE)/.test(name);

it.each(models.map((model) => [model.name, model] as const))('%s is what the manifest says', (name, { files }) => {
  const folder = weightsOf(name);
  const found = readdirSync(folder).filter((file) => !isAbout(file));
  const sums = Object.fromEntries(found.map((file) => [file, sha256(join(folder, file))]));
  expect(sums).toEqual(Object.fromEntries(Object.entries(files).map(([file, { sha256: sum }]) => [file, sum])));
});

it('lists every folder of weights', () => {
  const folders = readdirSync(new URL('../weights/', import.meta.url)).map((name) => `weights/${name}`);
  expect(models.map(({ folder }) => folder)).toEqual(expect.arrayContaining(folders));
});

it('says for each what it is for, where it comes from, and under which licence', () => {
  for (const model of models) {
    for (const member of ['purpose', 'source', 'licence'] as const) expect(model[member]).not.toBe('');
    const isTaught = Object.values(model.files).some(({ kind }) => kind === 'lesson');
    expect(model.taughtOn !== null).toBe(isTaught);
  }
});

it('names the models there are where one is asked for that is none', () => {
  expect(() => weightsOf('gpt')).toThrow(/No model is called "gpt". There are .*e5-small-v2/);
});
