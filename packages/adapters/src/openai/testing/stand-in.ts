import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** A request that the server got. */
export interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; input: string[]; dimensions?: number };
}

/** Answers one request in a way of its own. */
export type Fault = (response: ServerResponse, asked: Asked) => void;

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

export const sendJson = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** A server with the interface of OpenAI whose model counts words, and which fails as it is told. */
export async function startStandIn() {
  const requests: Asked[] = [];
  const faults: Fault[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '', headers } = request;
    const asked: Asked = { path, headers, body: JSON.parse(await textOf(request)) };
    requests.push(asked);
    const fault = faults.shift();
    if (fault) fault(response, asked);
    else sendJson(response, answerOf(asked.body.input.map((text) => vectorOf(text).slice(0, asked.body.dimensions))));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    /** Answers the next requests, one each. */
    fail(fault: Fault, times = 1) {
      for (let time = 0; time < times; time += 1) faults.push(fault);
    },
    reset() {
      requests.length = 0;
      faults.length = 0;
    },
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
