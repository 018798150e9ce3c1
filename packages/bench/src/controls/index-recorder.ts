import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question to the index, as the service asked it. */
export interface IndexCall {
  path: string;
  body: string;
}

/** Stands between a gateway and its Qdrant, passes everything on, and keeps what was searched for. */
export interface IndexRecorder {
  url: string;
  /** What was kept since it was asked the last time. */
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

/** Of a Qdrant at `target`, an address with its port and no slash at the end. Not for measuring through it: it takes its time. */
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
