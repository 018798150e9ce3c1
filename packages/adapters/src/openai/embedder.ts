import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Log } from '@hippocamp/core/ports/log';
import type { Problem } from '@hippocamp/shared/problems';
import { cosine, dotProduct } from '@hippocamp/shared/scoring/vectors';
import { addressOf, headersOf, shown } from './address.js';
import { batchesOf, readable } from './batches.js';
import { type Ask, openConnection } from './connection.js';
import { EmbeddingsFailure, type FailureKind, failsOnText, unavailable } from './failures.js';
import { calibrationOf } from './traits.js';
import { EmbeddingsUnusable } from './unusable.js';

/** Null where the length is zero or not finite. */
function unit(values: readonly number[]): Float32Array | null {
  const length = Math.sqrt(dotProduct(values, values));
  return length > 0 && Number.isFinite(length) ? Float32Array.from(values, (value) => value / length) : null;
}

/** UTF-16 units. A text refused at this length is not refused for its length. */
const LEAST_OF_TEXT = 250;

const halfOf = (text: string): string =>
  text
    .slice(0, Math.ceil(text.length / 2))
    .toWellFormed()
    .trim();

/** Halves a refused batch, then a refused text: no server says beforehand how much it takes. */
function shortening(ask: Ask, log?: Log): Ask {
  const askLess: Ask = async (texts) => {
    const [only = ''] = texts;
    const middle = Math.ceil(texts.length / 2);
    if (texts.length > 1) return [...(await asking(texts.slice(0, middle))), ...(await asking(texts.slice(middle)))];
    log?.warn(
      { characters: only.length },
      'the embedding model refuses a text of this length: its first half is embedded',
    );
    return asking([halfOf(only)]);
  };
  const asking: Ask = async (texts) => {
    try {
      return await ask(texts);
    } catch (error) {
      const canBeLess = texts.length > 1 || (texts[0]?.length ?? 0) > LEAST_OF_TEXT;
      if (!(error instanceof EmbeddingsFailure) || error.kind !== 'refused' || !canBeLess) throw error;
      return askLess(texts);
    }
  };
  return asking;
}

interface Wanted {
  address: URL;
  model: string;
  dimensions?: number | undefined;
  timeoutMs: number;
  apiKey?: string | undefined;
}

/** The only text that a server may quote in the log. */
const PROBE = 'Maria drinks green tea.';

const LONGEST_QUOTE = 200;

const noModel = ({ model }: Wanted) =>
  `it does not have EMBEDDINGS_MODEL ${model}; of Ollama that is fetched with: ollama pull ${model}`;

const noPath = 'EMBEDDINGS_URL lacks its path, which with most servers is /v1';

const CANNOT_NOW =
  'the server is there and cannot answer now: its own log says why, or the quota of EMBEDDINGS_API_KEY is used up';

const noEntry = ({ apiKey }: Wanted) =>
  apiKey ? 'it does not accept EMBEDDINGS_API_KEY' : 'it wants a key: set EMBEDDINGS_API_KEY';

const advice: Record<FailureKind, (wanted: Wanted, failure: EmbeddingsFailure) => string> = {
  silent: ({ timeoutMs }) =>
    `is the server running, and does EMBEDDINGS_URL lead to it from this machine? It has ${timeoutMs} ms to answer: where it loads its model first, raise EMBEDDINGS_TIMEOUT_SECONDS`,
  busy: () => CANNOT_NOW,
  broken: () => CANNOT_NOW,
  garbled: () =>
    'EMBEDDINGS_URL must lead to a server with the interface of OpenAI, and EMBEDDINGS_MODEL name a model for embeddings',
  'locked out': noEntry,
  forbidden: noEntry,
  missing: (wanted, { said = '' }) =>
    /model/i.test(said) ? noModel(wanted) : `either ${noPath}, or ${noModel(wanted)}`,
  moved: () => 'it redirects: set EMBEDDINGS_URL to where it leads, https:// perhaps',
  refused: ({ dimensions }) =>
    `is EMBEDDINGS_MODEL a model for embeddings that it has${dimensions ? `, and can it give EMBEDDINGS_DIMENSIONS ${dimensions}? Else leave that out` : '?'}`,
  'another model': () => 'EMBEDDINGS_MODEL is another model than it was',
};

/** The server may quote the probe, but nothing that might hold the key is repeated. On one line. */
const quoted = ({ kind, said }: EmbeddingsFailure, { apiKey }: Wanted): string => {
  const isLock = kind === 'locked out' || kind === 'forbidden';
  if (!said || isLock || (apiKey && said.includes(apiKey))) return '';
  return ` It says: ${said.split(/\s/).join(' ').slice(0, LONGEST_QUOTE).toWellFormed()}`;
};

const unusable = (failure: EmbeddingsFailure, wanted: Wanted): EmbeddingsUnusable => {
  const { kind, fact, passing } = failure;
  const sentence = `${shown(wanted.address)}: ${fact}: ${advice[kind](wanted, failure)}.${quoted(failure, wanted)}`;
  return new EmbeddingsUnusable(sentence, passing);
};

/** Rejects with `EmbeddingsUnusable`. */
async function learnDimensions(ask: Ask, wanted: Wanted): Promise<number> {
  const vectors = await ask([PROBE]).catch((error: unknown) => {
    throw error instanceof EmbeddingsFailure ? unusable(error, wanted) : error;
  });
  const found = vectors[0]?.length ?? 0;
  const { model, dimensions = found } = wanted;
  if (found === dimensions) return found;
  throw new EmbeddingsUnusable(
    `EMBEDDINGS_DIMENSIONS is ${dimensions}, and ${model} gives vectors of ${found}: leave it out, or set it to ${found}`,
  );
}

export interface OpenAiSettings {
  /** Base URL, mostly with the path `/v1`: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
  url: string;
  model: string;
  apiKey?: string | undefined;
  dimensions?: number | undefined;
  /** ms for one attempt; a request and its repeats end within twice that. */
  timeoutMs: number;
  log?: Log | undefined;
}

/** The server may have got another model under the same name. */
const checked = (vectors: number[][], dimensions: number): number[][] => {
  const found = vectors[0]?.length ?? dimensions;
  if (found === dimensions) return vectors;
  throw new EmbeddingsFailure(
    `vectors of ${found} dimensions instead of ${dimensions}: the server has another model under the name of EMBEDDINGS_MODEL`,
    { kind: 'another model' },
  );
};

/** A text at which the server fails while it answers to another is at fault itself; anything else is an outage. */
async function problemOf(failure: EmbeddingsFailure, ask: Ask): Promise<Problem> {
  const answers = () =>
    ask([PROBE]).then(
      () => true,
      () => false,
    );
  return failure.mayBeOfText && (await answers()) ? failsOnText(failure) : unavailable(failure);
}

/** One request after the other, so that a large job leaves room for others. */
async function vectorsOf(texts: readonly string[], ask: Ask, dimensions: number): Promise<number[][]> {
  const vectors: number[][] = [];
  try {
    for (const batch of batchesOf(texts)) vectors.push(...checked(await ask(batch), dimensions));
    return vectors;
  } catch (error) {
    throw error instanceof EmbeddingsFailure ? await problemOf(error, ask) : error;
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
 * Rejects with `EmbeddingsUnusable`, later `embed` with `dependency-unavailable`, or with `unprocessable` where
 * the server fails at a text and answers to others. Constants are guesses, see
 * `traits`.
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
