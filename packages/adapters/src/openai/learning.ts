import { shown } from './address.js';
import type { Ask } from './connection.js';
import { EmbeddingsFailure, type FailureKind } from './failures.js';
import { EmbeddingsUnusable } from './unusable.js';

interface Wanted {
  address: URL;
  model: string;
  /** As it is set; undefined where the model decides. */
  dimensions?: number | undefined;
  timeoutMs: number;
  apiKey?: string | undefined;
}

/** The only text that a server may quote in what is logged. */
const PROBE = 'Maria drinks green tea.';

const LONGEST_QUOTE = 200;

const noModel = ({ model }: Wanted) =>
  `it does not have EMBEDDINGS_MODEL ${model}; of Ollama that is fetched with: ollama pull ${model}`;

const noPath = 'EMBEDDINGS_URL lacks its path, which with most servers is /v1';

/** What to change, by what went wrong. */
const advice: Record<FailureKind, (wanted: Wanted, failure: EmbeddingsFailure) => string> = {
  silent: ({ timeoutMs }) =>
    `is the server running, and does EMBEDDINGS_URL lead to it from this machine? It has ${timeoutMs} ms to answer: where it loads its model first, raise EMBEDDINGS_TIMEOUT_SECONDS`,
  busy: () =>
    'the server is there and cannot answer now: its own log says why, or the quota of EMBEDDINGS_API_KEY is used up',
  garbled: () =>
    'EMBEDDINGS_URL must lead to a server with the interface of OpenAI, and EMBEDDINGS_MODEL name a model for embeddings',
  'locked out': ({ apiKey }) =>
    apiKey ? 'it does not accept EMBEDDINGS_API_KEY' : 'it wants a key: set EMBEDDINGS_API_KEY',
  missing: (wanted, { said = '' }) =>
    /model/i.test(said) ? noModel(wanted) : `either ${noPath}, or ${noModel(wanted)}`,
  moved: () => 'it redirects: set EMBEDDINGS_URL to where it leads, https:// perhaps',
  refused: ({ dimensions }) =>
    `is EMBEDDINGS_MODEL a model for embeddings that it has${dimensions ? `, and can it give EMBEDDINGS_DIMENSIONS ${dimensions}? Else leave that out` : '?'}`,
  'another model': () => 'EMBEDDINGS_MODEL is another model than it was',
};

/** The server's own sentence on the probe, on one line. Who is locked out may be told the key. */
const quoted = ({ kind, said }: EmbeddingsFailure, { apiKey }: Wanted): string => {
  if (!said || kind === 'locked out' || (apiKey && said.includes(apiKey))) return '';
  return ` It says: ${said.split(/\s/).join(' ').slice(0, LONGEST_QUOTE).toWellFormed()}`;
};

const unusable = (failure: EmbeddingsFailure, wanted: Wanted): EmbeddingsUnusable => {
  const { kind, fact, passing } = failure;
  const sentence = `${shown(wanted.address)}: ${fact}: ${advice[kind](wanted, failure)}.${quoted(failure, wanted)}`;
  return new EmbeddingsUnusable(sentence, passing);
};

/** Embeds one text to learn how long the model's vectors are. Rejects with `EmbeddingsUnusable`. */
export async function learnDimensions(ask: Ask, wanted: Wanted): Promise<number> {
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
