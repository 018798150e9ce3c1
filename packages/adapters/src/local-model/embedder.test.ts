import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalModel, type LocalModel } from '@hippocamp/adapters/local-model/embedder';
import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/model-threads';
import { embedderConformance } from '@hippocamp/core/testing/embedder-conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelArtifact, sha256 } from './builder/fetch-artifact.js';
import { crossEncoderFiles, modelFiles, shippedCrossEncoder, shippedModel } from './files.js';

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

describe('what the newer of two statements is to the older', () => {
  it.each<[string, string, string]>([
    ['Our standup starts at half past nine.', 'We begin the daily at 9:30.', 'same'],
    ['I smoke.', 'Six months without a cigarette today.', 'conflict'],
    ['My sister Ana lives in Lima.', 'My sister Rosa lives in Cusco.', 'different'],
  ])('is told: %s / %s', async (older, newer, relation) => {
    const [relations] = await model.relate([[older, newer]]);
    const [first] = Object.entries(relations ?? {}).sort(([, one], [, other]) => other - one);
    expect(first?.[0]).toBe(relation);
    expect(Object.values(relations ?? {}).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1);
  });

  it('is told in order, whatever else is asked', async () => {
    const pairs: [string, string][] = [
      ['The API allows 600 requests a minute.', 'The limit is ten requests per second.'],
      ['Our launch is on 3 June.', 'Launch slipped to the 17th.'],
    ];
    const [alone] = await model.relate(pairs.slice(1));
    const [both] = await Promise.all([model.relate(pairs), model.embed(['tea'], 'question')]);
    expect(both[1]).toEqual(alone);
  });
});

describe('the likeness of two memories', () => {
  const likenessOf = async (texts: [string, string]): Promise<number> => {
    const [first, second] = await model.embed(texts, 'memory');
    if (!first || !second) throw new Error('expected two vectors');
    return model.likeness(first, second);
  };

  it.each<[string, string]>([
    ['John is allergic to peanuts.', 'John has a peanut allergy.'],
    ['Jon lost his job as a banker.', 'Jon was let go from his job as a banker.'],
    ['The dermatologist sees me on Friday at 3 pm.', "I'm at the skin doctor's on Friday, 15:00."],
    ['We decided to use Postgres as the database.', 'The decision was to use Postgres for the database.'],
  ])('proposes a paraphrase: %s', async (...texts) => {
    expect(await likenessOf(texts)).toBeGreaterThanOrEqual(model.calibration.same);
  });

  it.each<[string, string]>([
    ['Maria likes tea.', 'Bob sold his car.'],
    ['The meeting is on Monday.', 'John is allergic to peanuts.'],
    ['He broke his leg while skiing.', 'The invoice was paid on time.'],
  ])('stays far below for unrelated memories: %s', async (...texts) => {
    expect(await likenessOf(texts)).toBeLessThan(0.5);
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
    const ofCrossEncoder = await readFile(join(shippedCrossEncoder, 'README.md'), 'utf8');
    for (const file of crossEncoderFiles) {
      expect(ofCrossEncoder).toContain(`${sha256(await readFile(join(shippedCrossEncoder, file)))}  ${file}`);
    }
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

  it('reads all the same where nothing is found by it', async () => {
    const whole = await readFile(join(folder, modelFiles.model));
    await truncate(join(folder, modelFiles.model), 60);
    const model = await createLocalModel({ threads: 1, folder, finds: false });
    const [read] = await model.relate([['I moved to Turku.', 'I live in Turku now.']]);
    expect(read?.conflict).toBeLessThan(1);
    await expect(model.embed(['tea'], 'memory')).rejects.toThrow('the local model failed');
    await model.close();
    await writeFile(join(folder, modelFiles.model), whole);
  });

  it('says so where there is none', async () => {
    const none = createLocalModel({ threads: 1, folder: join(folder, 'none') });
    await expect(none).rejects.toThrow('the local model cannot run here: ENOENT');
    await expect(none).rejects.toBeInstanceOf(LocalModelUnavailable);
  });
});
