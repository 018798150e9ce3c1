import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Log } from '@hippocamp/core/ports/log';
import { addressOf, headersOf } from './address.js';
import { batchesOf, readable } from './batches.js';
import { type Ask, openConnection } from './connection.js';
import { EmbeddingsFailure, unavailable } from './failures.js';
import { learnDimensions } from './learning.js';
import { shortening } from './shortening.js';
import { calibrationOf } from './traits.js';
import { EmbeddingsUnusable } from './unusable.js';
import { cosine, unit } from './vectors.js';

export interface OpenAiSettings {
  /** Base URL, mostly with the path `/v1`: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
  url: string;
  /** As the server names it. */
  model: string;
  apiKey?: string | undefined;
  /** For models that can give fewer than their own, which is asked of the server; the model's own when left out. */
  dimensions?: number | undefined;
  /** ms that one attempt may take; a request and its repeats end within twice that. */
  timeoutMs: number;
  log?: Log | undefined;
}

/** As many as there are texts, of the dimensions that were learned; a server may have got another model since. */
const checked = (vectors: number[][], dimensions: number): number[][] => {
  const found = vectors[0]?.length ?? dimensions;
  if (found === dimensions) return vectors;
  throw new EmbeddingsFailure(
    `vectors of ${found} dimensions instead of ${dimensions}: the server has another model under the name of EMBEDDINGS_MODEL`,
    { kind: 'another model' },
  );
};

/** One request after the other, so that a large job leaves room for those of others. */
async function vectorsOf(texts: readonly string[], ask: Ask, dimensions: number): Promise<number[][]> {
  const vectors: number[][] = [];
  try {
    for (const batch of batchesOf(texts)) vectors.push(...checked(await ask(batch), dimensions));
    return vectors;
  } catch (error) {
    throw error instanceof EmbeddingsFailure ? unavailable(error) : error;
  }
}

const embedderOver = (ask: Ask, model: string, dimensions: number): Embedder => ({
  id: `openai-${model.split(/\s/).join('-')}-${dimensions}`,
  dimensions,
  calibration: calibrationOf(model),
  behind: true,
  async embed(texts) {
    const sent = texts.map(readable);
    const vectors = (await vectorsOf(sent.filter(Boolean), ask, dimensions)).values();
    return sent.map((text) => (text === '' ? null : unit(vectors.next().value ?? [])));
  },
  likeness: cosine,
});

/**
 * The embedder over a server with the interface of OpenAI: OpenAI itself, Ollama, LM Studio, vLLM, text-embeddings-inference. One
 * text is embedded to learn the model's dimensions. Rejects with `EmbeddingsUnusable`, which says what to change; later `embed`
 * rejects with `dependency-unavailable` where the server does not answer as it should. Its constants are guessed: see `traits`.
 */
export async function createOpenAiEmbedder(settings: OpenAiSettings): Promise<Embedder> {
  const { url, apiKey, dimensions, timeoutMs, log } = settings;
  const model = settings.model.trim();
  if (model === '')
    throw new EmbeddingsUnusable('EMBEDDINGS_MODEL is missing: the name of a model that the server has');
  const address = addressOf(url);
  const ask = openConnection({ address, headers: headersOf(apiKey), model, dimensions, timeoutMs });
  const learned = await learnDimensions(ask, { address, model, dimensions, timeoutMs, apiKey });
  return embedderOver(shortening(ask, log), model, learned);
}
