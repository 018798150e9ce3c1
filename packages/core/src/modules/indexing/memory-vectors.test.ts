import type { TenantId } from '@hippocamp/shared/schemas/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../ports/embedder.js';
import type { KeptVector, Records } from '../../ports/records.js';
import { createMemoryVectors, packVector, unpackVector } from './memory-vectors.js';
import { createLexicon, createWriteStates } from './write-states.js';

const unit = (values: readonly number[]) => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

const cosine = (first: Float32Array, second: Float32Array) =>
  first.reduce((sum, value, place) => sum + value * (second[place] ?? 0), 0);

describe('the bytes of a vector', () => {
  it('give a vector of unit length that is as good as the same', () => {
    const component = fc.double({ min: -1, max: 1, noNaN: true });
    const vectors = fc
      .array(component, { minLength: 64, maxLength: 192 })
      .filter((values) => Math.hypot(...values) > 0.1)
      .map(unit);
    fc.assert(
      fc.property(vectors, (vector) => {
        const bytes = packVector(vector);
        expect(bytes).toHaveLength(vector.length + 4);
        expect(Math.hypot(...unpackVector(bytes))).toBeCloseTo(1, 5);
        expect(cosine(unpackVector(bytes), vector)).toBeGreaterThan(0.999);
      }),
      { seed: 20_261_122 },
    );
  });

  it('of nothing are nothing', () => {
    expect([...unpackVector(packVector(new Float32Array(3)))]).toEqual([0, 0, 0]);
  });
});

const acme = 'acme' as TenantId;
const memory = (id: string, content: string, context: string | null = null, speaker: string | null = null) => ({
  ...{ id, content, context, speaker },
});

/** The first letter of a text gives its direction. */
const letters = 'abcdefghijklmnopqrstuvwxyz';
const directionOf = (text: string) => {
  const vector = new Float32Array(26);
  vector[Math.max(0, letters.indexOf(text.charAt(0).toLowerCase()))] = 1;
  return vector;
};

const stage = (contextShare = 0) => {
  const asked: string[] = [];
  const embedder = {
    id: 'model',
    behind: true,
    calibration: { contextShare },
    embed: async (texts: readonly string[]) => {
      asked.push(...texts);
      return texts.map((text) => (text === '' ? null : directionOf(text)));
    },
  } as unknown as Embedder;
  const table = new Map<string, KeptVector>();
  const vectors = {
    get: async (embedderId: string, ids: readonly string[]) =>
      new Map(ids.flatMap((id) => (table.has(`${embedderId} ${id}`) ? [[id, table.get(`${embedderId} ${id}`)]] : []))),
    put: async (embedderId: string, rows: readonly KeptVector[]) => {
      for (const row of rows) table.set(`${embedderId} ${row.memoryId}`, row);
    },
  };
  const records = { forTenant: () => ({ vectors }) } as unknown as Records;
  return { asked, memoryVectors: createMemoryVectors({ embedder, embedMemories: async () => [], records }) };
};

describe('the vectors that memories are found by', () => {
  it('are asked for once for each text, and waited for until then', async () => {
    const { asked, memoryVectors } = stage();
    const rows = [memory('1', 'apple'), memory('2', ''), memory('3', 'cherry')];
    expect(await memoryVectors.of(acme, rows)).toEqual({ vectors: [null, null, null], waiting: ['1', '2', '3'] });
    await memoryVectors.make(acme, rows.slice(0, 2));
    expect(await memoryVectors.of(acme, rows)).toEqual({ vectors: [directionOf('apple'), null, null], waiting: ['3'] });
    await memoryVectors.make(acme, rows);
    await memoryVectors.make(acme, rows);
    expect(asked).toEqual(['apple', '', 'cherry']);
  });

  it('are those of the text that a memory has now', async () => {
    const { memoryVectors } = stage();
    await memoryVectors.make(acme, [memory('1', 'apple')]);
    expect((await memoryVectors.of(acme, [memory('1', 'banana')])).waiting).toEqual(['1']);
    expect((await memoryVectors.of(acme, [memory('1', 'apple', 'Before.')])).waiting).toEqual(['1']);
    expect((await memoryVectors.of(acme, [memory('1', 'apple', null, 'Ann')])).waiting).toEqual(['1']);
  });

  it('lie between a text and the text with what came before it', async () => {
    const { asked, memoryVectors } = stage(0.5);
    const rows = [memory('1', 'apple', 'before'), memory('2', 'cherry', null, 'Dora')];
    await memoryVectors.make(acme, rows);
    expect(asked).toEqual(['apple', 'Dora: cherry', 'before\napple']);
    const { vectors } = await memoryVectors.of(acme, rows);
    const [first] = vectors;
    expect(first?.[0]).toBeCloseTo(Math.SQRT1_2, 2);
    expect(first?.[1]).toBeCloseTo(Math.SQRT1_2, 2);
    expect(vectors[1]).toEqual(directionOf('Dora'));
  });

  it('are not overwritten by words that were read before they came', async () => {
    const { memoryVectors } = stage();
    const row = {
      ...memory('1', 'apple'),
      version: 1,
      absent: false,
      tags: [],
      occurredAt: new Date(0),
    };
    const applied: (Float32Array | null)[] = [];
    let began = false;
    const writeStates = createWriteStates({
      index: {
        apply: async (_tenant, points) => {
          // The vector comes while the words are on their way to the index.
          if (!began) await memoryVectors.make(acme, [row]);
          began = true;
          applied.push(...points.map(({ dense }) => dense));
        },
        remove: async () => undefined,
      },
      vectorsOf: memoryVectors.of,
      lexicon: createLexicon(),
    });
    expect(await writeStates(acme, [row as never])).toEqual([]);
    expect(applied).toEqual([null, directionOf('apple')]);
  });
});
