import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalModel, type LocalModel } from '@hippocamp/adapters/local-model/embedder';
import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/unavailable';
import { embedderConformance } from '@hippocamp/core/testing/embedder-conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelArtifact, sha256 } from './builder/fetch-artifact.js';
import { modelFiles, shippedModel } from './files.js';

let model: LocalModel;
beforeAll(async () => {
  model = await createLocalModel({ threads: 1 });
});
afterAll(() => model.close());

embedderConformance('the local model', async () => model);

describe('the local model', () => {
  it('gives the same vector for a text whatever is embedded beside it', async () => {
    const [alone] = await model.embed(['Maria likes tea.'], 'memory');
    const [beside] = await model.embed(['Maria likes tea.', 'word '.repeat(300)], 'memory', 'other');
    expect(beside).toEqual(alone);
  });

  it('knows nothing of a text of which nothing is left', async () => {
    expect(await model.embed(['\ud800', '\u0000', '\u200b'], 'memory')).toEqual([null, null, null]);
  });

  it('tells a question from a memory', async () => {
    const [memory] = await model.embed(['green tea'], 'memory');
    const [question] = await model.embed(['green tea'], 'question');
    expect(question).not.toEqual(memory);
  });
});

describe('the files that ship', () => {
  it('are those that the README names', async () => {
    const readme = await readFile(join(shippedModel, 'README.md'), 'utf8');
    for (const file of Object.values(modelFiles)) {
      const sum = sha256(await readFile(join(shippedModel, file)));
      expect(readme).toContain(`${sum}  ${file}`);
    }
    expect(readme).toContain(`${modelArtifact.files['e5-small-v2-q.onnx']}  ${modelFiles.model}`);
  });
});

describe('a model that cannot run', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-model-'));
    await cp(shippedModel, folder, { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(Object.values(modelFiles))('says so where %s is cut off', async (file) => {
    const whole = await readFile(join(folder, file));
    await truncate(join(folder, file), 60);
    await expect(createLocalModel({ threads: 1, folder })).rejects.toBeInstanceOf(LocalModelUnavailable);
    await writeFile(join(folder, file), whole);
  });

  it('says so where there is none', async () => {
    const none = createLocalModel({ threads: 1, folder: join(folder, 'none') });
    await expect(none).rejects.toThrow('the local model cannot run here: ENOENT');
    await expect(none).rejects.toBeInstanceOf(LocalModelUnavailable);
  });
});
