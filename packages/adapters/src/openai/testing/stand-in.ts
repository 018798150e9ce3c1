import { type AnswerTo, sendJson, startStandInServer } from '../../testing/stand-in-server.js';

/** What the server is asked. */
interface Body {
  model: string;
  input: string[];
  dimensions?: number;
}

/** Answers one request in a way of its own. */
export type Fault = AnswerTo<Body>;

const DIMENSIONS = 512;

const placeOf = (word: string): number => {
  let hash = 7;
  for (const unit of word) hash = (hash * 31 + (unit.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % DIMENSIONS;
};

/** By the hash of a word, how often it stands in a text, and more for a long one, which says more; not of unit length. */
export const vectorOf = (text: string): number[] => {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    vector[placeOf(word)] = (vector[placeOf(word)] ?? 0) + word.length;
  }
  return vector;
};

/** The answer to texts with these vectors, as OpenAI gives it. */
export const answerOf = (vectors: readonly (readonly unknown[])[]) => ({
  object: 'list',
  model: 'stand-in',
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  usage: { prompt_tokens: 1, total_tokens: 1 },
});

/** A server with the interface of OpenAI whose model counts words, and which fails as it is told. */
export const startStandIn = () =>
  startStandInServer<Body>((response, { body: { input, dimensions } }) =>
    sendJson(response, answerOf(input.map((text) => vectorOf(text).slice(0, dimensions)))),
  );
