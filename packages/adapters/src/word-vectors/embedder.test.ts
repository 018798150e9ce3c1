import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embedderConformance } from '@hippocamp/core/testing/embedder-conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWordVectors } from './embedder.js';
import { encodeTable } from './table-format.js';

embedderConformance('the embedder of word vectors', () => createWordVectors());

describe('the table that ships', () => {
  it('gives 101 dimensions, the pivot last: of a memory only, and smaller the more it says', async () => {
    const embedder = await createWordVectors();
    expect(embedder).toMatchObject({ id: 'glove-sif-101-v1', dimensions: 101 });
    const [short, long] = await embedder.embed(['Tea.', 'Maria drinks green tea every morning before work.'], 'memory');
    const [question] = await embedder.embed(['What does Maria drink?'], 'question');
    expect(question?.[100]).toBe(0);
    expect(short?.[100]).toBeGreaterThan(long?.[100] ?? 1);
    expect(long?.[100]).toBeGreaterThan(0);
  });

  it('gives null for text without a known word', async () => {
    const embedder = await createWordVectors();
    const unknown = ['xqzzv', '42 7', '🙂', 'お茶が好きです'];
    expect(await embedder.embed(unknown, 'memory')).toEqual([null, null, null, null]);
    expect(await embedder.embed(unknown, 'question')).toEqual([null, null, null, null]);
  });

  it('likens without the pivot: two short memories are not alike for being short', async () => {
    const embedder = await createWordVectors();
    const [tea, car] = await embedder.embed(['Maria likes tea.', 'Bob sold his car.'], 'memory');
    if (!tea || !car) throw new Error('expected two vectors');
    expect(tea.reduce((sum, value, index) => sum + value * (car[index] ?? 0), 0)).toBeGreaterThan(0.8);
    expect(embedder.likeness(tea, car)).toBeLessThan(0.3);
  });
});

/** `up` and `down` are opposite in the first dimension, all texts share the second, and `common` has only that. */
const smallTable = encodeTable({
  words: ['up', 'down', 'common'],
  dimensions: 2,
  scales: Float32Array.of(1, 1, 1),
  commonDirection: Float32Array.of(0, 1),
  values: Int8Array.of(15, 50, -15, 50, 0, 9),
});

describe('a table of one’s own', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'word-vectors-'));
    await writeFile(join(folder, 'small.bin'), smallTable);
    await writeFile(join(folder, 'broken.bin'), smallTable.subarray(0, 30));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('sums the words, takes out what all texts share and adds a pivot of 20', async () => {
    const embedder = await createWordVectors({ tablePath: join(folder, 'small.bin') });
    const [once] = await embedder.embed(['Up!'], 'memory');
    expect([...(once ?? [])]).toEqual([expect.closeTo(0.6), expect.closeTo(0), expect.closeTo(0.8)]);
    const [question] = await embedder.embed(["up up down's"], 'question');
    expect([...(question ?? [])]).toEqual([expect.closeTo(1), expect.closeTo(0), 0]);
  });

  it('has no likeness where nothing is left but what all texts share', async () => {
    const embedder = await createWordVectors({ tablePath: join(folder, 'small.bin') });
    const [common, up] = await embedder.embed(['common', 'up'], 'memory');
    if (!common || !up) throw new Error('expected two vectors');
    expect(embedder.likeness(common, up)).toBe(0);
    expect(await embedder.embed(['common'], 'question')).toEqual([null]);
  });

  it('is refused when it is cut off or missing', async () => {
    await expect(createWordVectors({ tablePath: join(folder, 'broken.bin') })).rejects.toThrow('30 bytes instead of');
    await expect(createWordVectors({ tablePath: join(folder, 'none.bin') })).rejects.toThrow('ENOENT');
  });
});
