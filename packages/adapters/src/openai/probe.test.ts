import { createLocalModel } from '@hippocamp/adapters/local-model/embedder';
import { createWordVectors } from '@hippocamp/adapters/word-vectors/embedder';
import { measureEmbedder } from '@hippocamp/core/modules/measuring/measure-embedder';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import { describe, expect, it } from 'vitest';
import { readProbe } from './probe.js';

const probe = await readProbe();
const without = { question: '', memory: '' };

describe('the probe', () => {
  it('is of two hundred texts at most, in eight languages and more, none of them twice', () => {
    const texts = probe.languages.flatMap(({ asked, said }) => [
      ...asked.flatMap(({ question, answer, before }) => [question, answer, ...(before ? [before] : [])]),
      ...said.flatMap(({ statement, same, other }) => [statement, same, other]),
    ]);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeLessThanOrEqual(200);
    expect(probe.languages.length).toBeGreaterThanOrEqual(8);
  });
});

/** These models' constants were fitted on hundreds of questions about talks. */
describe('what comes of the probe', () => {
  const measured = async (embedder: Embedder) => (await measureEmbedder(embedder, probe, without)).calibration;

  it('is near to what was fitted to the model that ships', async () => {
    const model = await createLocalModel({ threads: 1 });
    try {
      const { lo, hi, same, alpha, contextShare, scale } = await measured(model);
      const fitted = model.calibration;
      expect(Math.abs(lo - fitted.lo)).toBeLessThan(0.06);
      expect(Math.abs(hi - fitted.hi)).toBeLessThan(0.06);
      expect(Math.abs(same - fitted.same)).toBeLessThan(0.06);
      expect(alpha).toBeCloseTo(fitted.alpha, 2);
      expect(contextShare).toBe(fitted.contextShare);
      expect(Math.abs(scale.doubtful - fitted.scale.doubtful)).toBeLessThan(0.05);
      expect(scale.clear).toBeCloseTo(fitted.scale.clear, 2);
    } finally {
      await model.close();
    }
  });

  it('counts the meaning of word vectors for less, as was fitted', async () => {
    const words = await createWordVectors();
    const { lo, hi, alpha } = await measured(words);
    expect(Math.abs(lo - words.calibration.lo)).toBeLessThan(0.06);
    expect(Math.abs(hi - words.calibration.hi)).toBeLessThan(0.06);
    expect(alpha).toBeGreaterThan(0.1);
    expect(alpha).toBeLessThan(0.25);
  });
});
