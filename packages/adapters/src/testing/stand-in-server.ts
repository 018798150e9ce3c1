import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** What the server was asked. */
export interface AskedWith<Body> {
  path: string;
  headers: IncomingHttpHeaders;
  body: Body;
}

/** Answers one request in a way of its own. */
export type AnswerTo<Body> = (response: ServerResponse, asked: AskedWith<Body>) => void;

export const sendJson = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** A server that stands in for one of OpenAI's kind: it answers as usual, and fails as it is told. */
export async function startStandInServer<Body>(usual: AnswerTo<Body>) {
  const requests: AskedWith<Body>[] = [];
  const faults: AnswerTo<Body>[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '', headers } = request;
    const asked: AskedWith<Body> = { path, headers, body: JSON.parse(await textOf(request)) };
    requests.push(asked);
    const fault = faults.shift() ?? usual;
    fault(response, asked);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    /** Answers the next requests, one each. */
    fail(fault: AnswerTo<Body>, times = 1) {
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
