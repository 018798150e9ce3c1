import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../ports/embedder.js';
import { measureEmbedder } from './measure-embedder.js';
import type { Probe } from './probe.js';

const DIMENSIONS = 256;
const NAMES = Array.from({ length: 40 }, (_name, place) => `topic${place}`);

/** With `needsBefore`, half of the answers name their topic only in the text before. */
const probeOf = (needsBefore: boolean): Probe => ({
  languages: [
    {
      language: 'none',
      asked: NAMES.map((name, place) => ({
        question: `${name} asked`,
        speaker: 'A',
        answer: needsBefore && place % 2 === 0 ? `answer ${place}` : `${name} told`,
        before: `${name} before`,
      })),
      said: NAMES.slice(0, 10).map((_name, place) => ({
        statement: `pair${place} first`,
        same: `pair${place} second`,
        other: `other ${place}`,
      })),
    },
  ],
  prefixes: [
    { question: 'query: ', memory: 'passage: ' },
    { question: 'search_query: ', memory: 'search_document: ' },
  ],
});

/** Numbers around 0 that depend only on the text; the vector's length is about 1. */
function noiseOf(text: string): number[] {
  let state = 2166136261;
  for (const sign of text) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16777619);
  return Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32 - 0.5) * Math.sqrt(12 / DIMENSIONS);
  });
}

const unit = (values: number[]) => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

interface Geometry {
  unrelated: number;
  above: number;
  /** A text shows its topic only where this matches. */
  behind?: RegExp;
}

const common = noiseOf('common');

function vectorOf(text: string, { unrelated, above, behind = /^/ }: Geometry): Float32Array {
  const [topic] = behind.test(text) ? (/(?:topic|pair)\d+/.exec(text) ?? []) : [];
  const [own, about] = [noiseOf(text), noiseOf(topic ?? `${text} alone`)];
  const shares = [Math.sqrt(unrelated), Math.sqrt(above), Math.sqrt(1 - unrelated - above)] as const;
  return unit(common.map((value, at) => shares[0] * value + shares[1] * (about[at] ?? 0) + shares[2] * (own[at] ?? 0)));
}

const embedderOf = (geometry: Geometry): Pick<Embedder, 'embed' | 'likeness'> => ({
  embed: async (texts) => texts.map((text) => vectorOf(text, geometry)),
  likeness: (first, second) => first.reduce((sum, value, at) => sum + value * (second[at] ?? 0), 0),
});

const measured = (geometry: Geometry, needsBefore = false) =>
  measureEmbedder(embedderOf(geometry), probeOf(needsBefore));

describe('what an embedder is worth', () => {
  it.each([
    ['squeezed together', 0.78, 0.07],
    ['wide apart', 0.1, 0.35],
    ['of an ordinary spread', 0.3, 0.2],
  ])('is derived of cosines that are %s', async (_name, unrelated, above) => {
    const { calibration, prefixes } = await measured({ unrelated, above });
    expect(calibration.lo).toBeCloseTo(unrelated, 1);
    expect(calibration.hi).toBeGreaterThan(calibration.lo + 2 * above);
    expect(calibration.hi).toBeLessThanOrEqual(Math.min(1, calibration.lo + 3.5 * above));
    expect(calibration.alpha).toBeGreaterThan(0.3);
    expect(calibration.same).toBeGreaterThan(calibration.lo);
    expect(calibration.scale.clear).toBeGreaterThan(calibration.scale.doubtful);
    expect(prefixes).toEqual({ question: '', memory: '' });
  });

  it('is nothing where answers are as near as anything else', async () => {
    const { calibration } = await measured({ unrelated: 0.6, above: 0 });
    expect(calibration.alpha).toBe(0);
    expect(calibration.scale).toEqual({ doubtful: 0.2, clear: 0.6 });
    expect(calibration.hi).toBeGreaterThan(calibration.lo);
  });

  it('is nothing where the model has no vectors for the probe', async () => {
    const mute = {
      ...embedderOf({ unrelated: 0, above: 0.3 }),
      embed: async (texts: readonly string[]) => texts.map(() => null),
    };
    expect((await measureEmbedder(mute, probeOf(false))).calibration).toMatchObject({ alpha: 0, contextShare: 0 });
  });
});

describe('what came before a memory', () => {
  it('is in its vector where answers stand out more with it', async () => {
    const { calibration } = await measured({ unrelated: 0.5, above: 0.2 }, true);
    expect(calibration.contextShare).toBe(0.3);
  });

  it('is not where it adds nothing', async () => {
    const { calibration } = await measured({ unrelated: 0.5, above: 0.2, behind: /^(?!.*before)/s });
    expect(calibration.contextShare).toBe(0);
  });
});

describe('prefixes', () => {
  it('are taken where they clearly help', async () => {
    const { prefixes, calibration } = await measured({ unrelated: 0.5, above: 0.2, behind: /^(?:query|passage): / });
    expect(prefixes).toEqual({ question: 'query: ', memory: 'passage: ' });
    expect(calibration.alpha).toBeGreaterThan(0.3);
  });

  it('are those that are given, and no others are tried', async () => {
    const asked = new Set<string>();
    const { embed, likeness } = embedderOf({ unrelated: 0.5, above: 0.2 });
    const noting: typeof embed = (texts, role) => {
      for (const text of texts) asked.add(/^[\w]*: /.exec(text)?.[0] ?? '');
      return embed(texts, role);
    };
    const given = { question: 'q: ', memory: '' };
    const { prefixes } = await measureEmbedder({ embed: noting, likeness }, probeOf(false), given);
    expect(prefixes).toEqual(given);
    expect([...asked].sort()).toEqual(['', 'A: ', 'q: ']);
  });
});
