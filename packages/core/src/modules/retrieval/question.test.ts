import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../ports/embedder.js';
import { tenantNamed } from '../../testing/builders.js';
import { createQuestionEmbedder } from './question.js';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const acme = tenantNamed('acme');
const vector = Float32Array.of(1, 0);

const embedderThat = (embed: Embedder['embed']): Embedder => ({
  id: 'test',
  dimensions: 2,
  calibration: { lo: 0, hi: 1, same: 0.9, alpha: 0.5, scale: { doubtful: 0.2, clear: 0.6 } },
  embed,
  likeness: () => 0,
});

describe('the vector of a question', () => {
  it('is asked for once', async () => {
    let asked = 0;
    const embed = createQuestionEmbedder({
      embedder: embedderThat(async () => {
        asked += 1;
        return [vector];
      }),
      wait: 1000,
      log,
    });
    expect(await embed(acme, 'tea?')).toEqual({ vector, degraded: false });
    expect(await embed(acme, 'tea?')).toEqual({ vector, degraded: false });
    expect(asked).toBe(1);
  });

  it('is asked for again where another tenant asked it', async () => {
    const asked: string[] = [];
    const embed = createQuestionEmbedder({
      embedder: embedderThat(async ([text]) => {
        asked.push(String(text));
        return [vector];
      }),
      wait: 1000,
      log,
    });
    for (const tenant of [acme, tenantNamed('other'), acme]) await embed(tenant, 'tea?');
    expect(asked).toEqual(['tea?', 'tea?']);
  });

  it('may be unknown, which is no failure', async () => {
    const embed = createQuestionEmbedder({ embedder: embedderThat(async () => [null]), wait: 1000, log });
    expect(await embed(acme, 'xyzzy')).toEqual({ vector: null, degraded: false });
  });

  it('is done without when the model fails or is late, and asked for again later', async () => {
    let calls = 0;
    const failing = embedderThat(() => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('away')) : new Promise(() => undefined);
    });
    const embed = createQuestionEmbedder({ embedder: failing, wait: 5, log });
    expect(await embed(acme, 'tea?')).toEqual({ vector: null, degraded: true });
    expect(await embed(acme, 'tea?')).toEqual({ vector: null, degraded: true });
    expect(calls).toBe(2);
  });
});
