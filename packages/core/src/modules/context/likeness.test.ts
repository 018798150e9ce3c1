import { LONGEST_READ, nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../ports/embedder.js';
import type { MemoryRecord } from '../../ports/records.js';
import { hashOf, newMemory, recordOf, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { wordsOf } from '../../testing/comparing.js';
import { createMemoryEmbedder, type EmbedMemories } from '../indexing/memory-vectors.js';
import { compareMemories, createMemoryVectors } from './likeness.js';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const embedderThat = (embed: Embedder['embed'], likeness = 0.6): Embedder => ({
  id: 'test',
  dimensions: 1,
  calibration: { lo: 0, hi: 1, same: 0.8, alpha: 0.5, scale: { doubtful: 0.2, clear: 0.6 } },
  embed,
  likeness: () => likeness,
});
const ones = embedderThat(async (texts) => texts.map(() => Float32Array.of(1)));

const acme = tenantNamed('acme');
const ids = sequentialIds();
const memory = (content: string, ownerEntityId: string | null = null, speaker: string | null = null): MemoryRecord =>
  recordOf(newMemory(ids.next(), { content, ownerEntityId, speaker, contentHash: hashOf(content.toLowerCase()) }));

const compare = (embedder: Embedder, ...contents: Parameters<typeof memory>[]) =>
  compareRecords(
    embedder,
    contents.map((given) => memory(...given)),
  );

const readingOf = ({ content }: MemoryRecord): TextReading => {
  if (content.length > LONGEST_READ) return nothingRead;
  return { ...nothingRead, ...wordsOf(content) };
};

const compareRecords = async (embedder: Embedder, records: readonly MemoryRecord[]) => {
  const vectors = await createMemoryVectors({ embedMemories: createMemoryEmbedder(embedder), wait: 50, log })(acme)(
    records,
  );
  const readings = new Map(records.map((record) => [record.id, readingOf(record)]));
  const compared = { records: new Map(records.map((row) => [row.id, row])), vectors, readings };
  const comparison = compareMemories(compared, embedder);
  const [first = '', second = ''] = records.map(({ id }) => id);
  return { likeness: comparison.likeness(first, second), repeats: comparison.repeats(first, second) };
};

describe('the likeness of two memories', () => {
  it('is 1 from the likeness on at which they may say the same', async () => {
    expect((await compare(ones, ['Red boats.'], ['Blue boats.'])).likeness).toBeCloseTo(0.75);
    const alike = embedderThat(ones.embed, 0.9);
    expect((await compare(alike, ['Red boats.'], ['Blue boats.'])).likeness).toBe(1);
  });

  it('is that of their words where the model does not answer', async () => {
    const away = embedderThat(() => Promise.reject(new Error('away')));
    const late = embedderThat(() => new Promise(() => undefined));
    for (const embedder of [away, late]) {
      expect((await compare(embedder, ['Red boats sail.'], ['Blue boats sail.'])).likeness).toBeCloseTo(0.5);
    }
  });
});

describe('the vectors of the memories of a context', () => {
  const texts = Array.from({ length: 6 }, (_, index) => memory(`${index}`.repeat(20_000)));
  const vectorsOf = (embedMemories: EmbedMemories, wait: number) =>
    createMemoryVectors({ embedMemories, wait, log })(acme)(texts);

  it('are asked for in parts', async () => {
    const asked: number[] = [];
    const vectors = await vectorsOf(async (_tenant, part) => {
      asked.push(part.length);
      return part.map((text) => Float32Array.of(Number(text[0])));
    }, 10_000);
    expect(asked).toEqual([2, 2, 2]);
    expect(texts.map(({ contentHash }) => vectors.get(contentHash)?.[0])).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('are not asked for once nobody waits', async () => {
    const asked: ((vectors: null[]) => void)[] = [];
    const embedMemories = () => new Promise<null[]>((resolve) => asked.push(resolve));
    expect(await vectorsOf(embedMemories, 1)).toEqual(new Map());
    asked[0]?.([null, null]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(1);
  });

  it('wait only for those of the same tenant', async () => {
    const lanes: (string | undefined)[] = [];
    const embed: Embedder['embed'] = async (asked, _role, lane) => {
      lanes.push(lane);
      return asked.map(() => null);
    };
    await createMemoryEmbedder(embedderThat(embed))(acme, ['Tea.']);
    expect(lanes).toEqual([acme]);
  });
});

describe('a repeat', () => {
  it('is the same text, of the same owner', async () => {
    expect((await compare(ones, ['I live here.'], ['i live here.'])).repeats).toBe(true);
    expect((await compare(ones, ['I live here.'], ['i live here.', 'somebody'])).repeats).toBe(false);
  });

  it('is the same text in capitals or without its article', async () => {
    expect((await compare(ones, ['USER LIKES BOATS!!'], ['The user likes boats'])).repeats).toBe(true);
    expect((await compare(ones, ['USER LIKES BOATS!!'], ['The user likes no boats'])).repeats).toBe(false);
  });

  it('of what a person said is nothing that the assistant said', async () => {
    const own: Parameters<typeof memory> = ['I live here.'];
    const assistants: Parameters<typeof memory> = ['i live here.', null, 'assistant'];
    expect((await compare(ones, own, assistants)).repeats).toBe(false);
    expect((await compare(ones, assistants, own)).repeats).toBe(true);
    expect((await compare(ones, assistants, assistants)).repeats).toBe(true);
  });

  it('is what was distilled, beside each source whose words it holds', async () => {
    const whale = memory('Ann saw a whale.');
    const long = memory('Ann told a story that has no end.');
    const provenance = { sources: [whale.id, long.id] };
    const distilled = { ...memory('Ann saw a whale.\nAnn told a story.'), provenance };
    const repeats = async (...records: MemoryRecord[]) => (await compareRecords(ones, records)).repeats;
    expect(await repeats(whale, distilled)).toBe(true);
    expect(await repeats(distilled, whale)).toBe(true);
    expect(await repeats(long, distilled)).toBe(false);
    expect(await repeats(memory('Ann saw a whale.'), distilled)).toBe(false);
  });

  it('is not what is merely alike', async () => {
    const alike = embedderThat(ones.embed, 0.99);
    expect((await compare(alike, ['Red boats sail.'], ['Blue boats sail.'])).repeats).toBe(false);
  });

  it('is no document that merely begins like another one', async () => {
    const alike = embedderThat(ones.embed, 0.99);
    const [one, other] = ['One end.', 'Another end.'].map((end) => `${'Boats sail. '.repeat(100)}${end}`);
    expect((await compare(alike, [one ?? ''], [other ?? ''])).repeats).toBe(false);
  });
});
