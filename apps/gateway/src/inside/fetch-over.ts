import { type IncomingMessage, request as startRequest } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

const withoutBody = [204, 205, 304];

const headersOf = ({ headersDistinct }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
};

const toResponse = (message: IncomingMessage, method: string): Response => {
  const status = message.statusCode ?? 0;
  const isEmpty = method === 'HEAD' || withoutBody.includes(status);
  if (isEmpty) message.resume();
  const body = isEmpty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array<ArrayBuffer>>);
  return new Response(body, { status, headers: headersOf(message) });
};

/** A `fetch` that opens a connection by `connect` for each request and ignores the host of the URL. */
export const fetchOver =
  (connect: () => Duplex): typeof fetch =>
  async (input, init) => {
    const asked = new Request(input, init);
    const { method, signal } = asked;
    const { pathname, search, host } = new URL(asked.url);
    const body = Buffer.from(await asked.arrayBuffer());
    const headers = {
      ...Object.fromEntries(asked.headers),
      host,
      ...(body.length > 0 ? { 'content-length': String(body.length) } : {}),
    };
    return new Promise((resolve, reject) => {
      const path = `${pathname}${search}`;
      const request = startRequest({ method, path, headers, signal, createConnection: connect });
      request.once('response', (message) => resolve(toResponse(message, method)));
      request.on('error', (cause) => reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause })));
      request.end(body);
    });
  };
