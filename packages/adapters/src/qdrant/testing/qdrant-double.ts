import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CollectionOptions } from './double/collection.js';
import { Rejection } from './double/rejection.js';
import { findRoute } from './double/routes.js';
import { type Answer, send } from './double/sending.js';
import { createStore, type Store } from './double/store.js';
import { type OpenApiCheck, openApiCheck } from './openapi-check.js';

export interface SeenRequest {
  method: string;
  /** With the parameters. */
  url: string;
  /** As the OpenAPI document writes it, empty for what the double does not know. */
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/**
 * A disturbance of a request: another answer without doing it; doing it and then changing the answer; no answer at all; or a broken connection, before or after doing it.
 */
export type Fault =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'change'; change: (answer: Answer) => Answer }
  | { kind: 'hang' | 'drop before' | 'drop after' };

export interface QdrantDoubleOptions extends CollectionOptions {
  /** 0, the default, picks a free one. */
  port?: number;
  /** Qdrant's OpenAPI document: a request that does not fit is answered 400 and noted in `violations`. */
  openApiPath?: string | undefined;
  /** Asked for in the header `api-key`. */
  apiKey?: string;
  version?: string;
}

export interface QdrantDouble {
  url: string;
  requests: SeenRequest[];
  violations: string[];
  /** For the next requests that match, `times` of them. */
  fault(matches: (request: SeenRequest) => boolean, fault: Fault, times?: number): void;
  /** Drops everything: collections, aliases, faults and what was noted. */
  reset(): void;
  /** Drops collections and aliases, as an engine that came up with an empty disk. */
  lose(): void;
  stop(): Promise<void>;
}

const MOST_BYTES = 32 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length > MOST_BYTES) throw new Rejection(413, 'Payload too large');
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Rejection(400, 'Format error in JSON body');
  }
}

const ok = (result: unknown): Answer => ({ status: 200, body: { result, status: 'ok', time: 0 } });
const rejected = ({ status, message }: Rejection): Answer => ({
  status,
  body: { status: { error: message }, time: 0 },
});

interface Desk {
  store: Store;
  violations: string[];
  check: OpenApiCheck | null;
  apiKey: string | undefined;
  version: string;
}

function answerTo(request: SeenRequest, { store, violations, check, apiKey, version }: Desk): Answer {
  const { pathname, searchParams } = new URL(request.url, 'http://double');
  // These two are answered without a key.
  if (pathname === '/readyz') return { status: 200, body: 'all shards are ready' };
  if (pathname === '/') return { status: 200, body: { title: 'qdrant - vector search engine', version } };
  if (apiKey !== undefined && request.headers['api-key'] !== apiKey) {
    return { status: 401, body: 'Must provide an API key or an Authorization bearer token' };
  }
  const route = findRoute(request.method, pathname);
  if (!route) return { status: 404, body: '' };
  const wrong = check?.({ ...request, path: route.path, query: [...searchParams.keys()] }) ?? null;
  if (wrong !== null) {
    violations.push(wrong);
    return rejected(new Rejection(400, wrong));
  }
  try {
    return ok(route.handle(store, request.body));
  } catch (error) {
    if (error instanceof Rejection) return rejected(error);
    throw error;
  }
}

/**
 * Stands in for a Qdrant where none can be started: holds points in memory and answers the calls that the adapter makes as
 * Qdrant documents them. It shows what the adapter sends and how it takes what comes back, not how fast Qdrant is.
 */
export async function startQdrantDouble(options: QdrantDoubleOptions = {}): Promise<QdrantDouble> {
  const { port = 0, openApiPath, apiKey, version = '1.19.1' } = options;
  const store = createStore(options);
  const requests: SeenRequest[] = [];
  const violations: string[] = [];
  const faults: { matches: (request: SeenRequest) => boolean; fault: Fault; times: number }[] = [];
  const check = openApiPath ? await openApiCheck(openApiPath) : null;
  const desk: Desk = { store, violations, check, apiKey, version };

  const takeFault = (request: SeenRequest): Fault | undefined => {
    const found = faults.find(({ matches, times }) => times > 0 && matches(request));
    if (found) found.times -= 1;
    return found?.fault;
  };

  const serve = (request: SeenRequest, response: ServerResponse) => {
    requests.push(request);
    const fault = takeFault(request);
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'answer') return send(response, fault.answer, request.headers);
    if (fault?.kind === 'drop before') return void response.destroy();
    const answer = answerTo(request, desk);
    if (fault?.kind === 'drop after') return void response.destroy();
    send(response, fault?.kind === 'change' ? fault.change(answer) : answer, request.headers);
  };

  // With Nagle's algorithm, as Qdrant's sockets have it: the last piece of an answer waits until those before are acknowledged.
  const server = createServer({ noDelay: false }, (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const { pathname } = new URL(url, 'http://double');
    const path = findRoute(method, pathname)?.path ?? '';
    readBody(incoming)
      .then((body) => serve({ method, url, path, headers, body }, response))
      .catch((error: unknown) => {
        send(response, error instanceof Rejection ? rejected(error) : { status: 500, body: String(error) }, headers);
      });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    violations,
    fault(matches, fault, times = 1) {
      faults.push({ matches, fault, times });
    },
    lose: () => store.reset(),
    reset() {
      store.reset();
      for (const list of [requests, violations, faults]) list.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
