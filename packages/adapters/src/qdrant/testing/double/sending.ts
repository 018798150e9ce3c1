import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const asksForGzip = ({ 'accept-encoding': accepted = '' }: IncomingMessage['headers']): boolean =>
  [accepted].flat().some((codings) => codings.includes('gzip'));

/** As Qdrant does it: in pieces, each sent as soon as it is there. */
const sendCompressed = (response: ServerResponse, text: string): void => {
  // A client that has gone away is no failure of the double.
  pipeline(Readable.from([text]), createGzip(), response).catch(() => response.destroy());
};

/** The answer is compressed if the headers in `asked` accept that. */
export function send(response: ServerResponse, answer: Answer, asked: IncomingMessage['headers']): void {
  const { status, body, headers = {} } = answer;
  const type = typeof body === 'string' ? 'text/plain' : 'application/json';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const compressed = asksForGzip(asked);
  response.writeHead(status, { 'content-type': type, ...(compressed && { 'content-encoding': 'gzip' }), ...headers });
  if (compressed) sendCompressed(response, text);
  else response.end(text);
}
