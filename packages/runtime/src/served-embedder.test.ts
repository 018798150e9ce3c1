import type { Embedder, EmbedderMeasures } from '@hippocamp/core/ports/embedder';
import { describe, expect, it } from 'vitest';
import { isMeasured, servedEmbedder } from './served-embedder.js';

const lengths = (text: string) => {
  const vector = new Float32Array(64).fill(0.5);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const place = [...word].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 64, 7);
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

const stage = () => {
  const kept = new Map<string, EmbedderMeasures>();
  const asked: string[] = [];
  const said: string[] = [];
  const served: Embedder = {
    id: 'openai-model-64',
    dimensions: 64,
    behind: true,
    calibration: { lo: 0.2, hi: 0.7, same: 0.85, alpha: 0.4, scale: { doubtful: 0.3, clear: 0.7 } },
    embed: async (texts) => {
      asked.push(...texts);
      return texts.map((text) => (text.trim() === '' ? null : lengths(text)));
    },
    likeness: (first, second) => first.reduce((sum, value, place) => sum + value * (second[place] ?? 0), 0),
  };
  const named = (prefixes?: EmbedderMeasures['prefixes']) =>
    servedEmbedder({
      served,
      prefixes,
      embedders: {
        measures: async (id) => kept.get(id) ?? null,
        keepMeasures: async (id, measures) => {
          kept.set(id, kept.get(id) ?? measures);
          return kept.get(id) ?? measures;
        },
      },
      clock: { now: () => new Date(0) },
      log: {
        info: (fields, line) => void said.push(`${line} ${JSON.stringify(fields)}`),
        warn: () => undefined,
        error: () => undefined,
      },
    });
  return { named, served, kept, asked, said };
};

describe('an embedder behind a server', () => {
  it('is measured once, whichever process begins, and told once', async () => {
    const { named, kept, asked, said } = stage();
    const first = await named().open();
    expect(first.id).toBe('openai-model-64-measured');
    expect(first.calibration).toEqual(kept.get(first.id)?.calibration);
    const texts = asked.length;
    expect(texts).toBeGreaterThan(150);
    const second = await named().open();
    const found = await named().find({ id: first.id, dimensions: 64 });
    expect([second.calibration, found?.calibration]).toEqual([first.calibration, first.calibration]);
    expect(asked).toHaveLength(texts);
    expect(said.filter((line) => line.startsWith('the embedder was measured'))).toHaveLength(1);
    expect(isMeasured(first)).toBe(true);
  });

  it('is as it was in a store of before, until that goes over to it', async () => {
    const { named, served, asked } = stage();
    const embedder = named();
    const before = { id: served.id, dimensions: 64 };
    expect(await embedder.find(before)).toBe(served);
    expect([embedder.isGuessed(before), embedder.isGuessed(embedder)]).toEqual([true, false]);
    expect(asked).toEqual([]);
  });

  it('puts its prefixes before what it is asked, and is another with others', async () => {
    const { named, asked } = stage();
    const plain = named();
    const given = named({ question: 'query: ', memory: 'passage: ' });
    expect(given.id).not.toBe(plain.id);
    expect(isMeasured(given)).toBe(true);
    const embedder = await given.open();
    asked.length = 0;
    expect(await embedder.embed([' '], 'memory')).toEqual([null]);
    await embedder.embed(['Tea.'], 'memory');
    await embedder.embed(['Tea?'], 'question');
    expect(asked).toEqual([' ', 'passage: Tea.', 'query: Tea?']);
    expect((await plain.find(given))?.id).toBe(given.id);
  });

  it('is left unmeasured where the work has to stop', async () => {
    const { named, asked, kept } = stage();
    const check = () => {
      if (asked.length > 50) throw new Error('stopped');
    };
    await expect(named().open(check)).rejects.toThrow('stopped');
    expect([asked.length < 100, kept.size]).toEqual([true, 0]);
  });

  it('is not another model of the same server', async () => {
    const { named } = stage();
    expect(await named().find({ id: 'openai-other-64-measured', dimensions: 64 })).toBeNull();
    expect(await named().find({ id: 'openai-model-64', dimensions: 32 })).toBeNull();
  });
});
