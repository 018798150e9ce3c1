import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface IndexCall {
  path: string;
  body: string;
}

/** A proxy between a gateway and its Qdrant that keeps the searches. */
export interface IndexRecorder {
  url: string;
  take(): IndexCall[];
  stop(): Promise<void>;
}

const read = async (stream: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

async function passOn(target: string, { method = 'GET', url = '' }: IncomingMessage, body: string) {
  const given = body === '' ? {} : { body, headers: { 'content-type': 'application/json' } };
  const answer = await fetch(target + url, { method, ...given });
  return { status: answer.status, text: await answer.text() };
}

/** `target` has no slash at its end. The proxy is slow, so nothing is measured through it. */
export async function startIndexRecorder(target: string): Promise<IndexRecorder> {
  let calls: IndexCall[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await read(request);
    const path = request.url ?? '';
    if (path.split('?', 1)[0]?.endsWith('/points/query/batch')) calls.push({ path, body });
    const { status, text } = await passOn(target, request, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
