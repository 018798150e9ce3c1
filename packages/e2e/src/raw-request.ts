import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
  /** ms from the first byte sent to the last received. */
  milliseconds: number;
}

type Bytes = string | Buffer;

interface RawOptions {
  /** ms until the whole answer must be here. */
  deadline?: number;
  /** Reads nothing until all is sent, as simple clients do. */
  readAfterSending?: boolean;
}

/** Null while the answer is not complete. */
const parse = (received: Buffer, ended: boolean): Omit<RawAnswer, 'milliseconds'> | null => {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
  const rest = received.subarray(end + 4);
  if (status === 100) return parse(rest, ended);
  const headers = new Headers(lines.map((line) => line.split(/:\s*(.*)/s).slice(0, 2) as [string, string]));
  const length = headers.get('content-length');
  if (length === null ? !ended : rest.length < Number(length)) return null;
  const text = rest.subarray(0, length === null ? rest.length : Number(length)).toString('utf8');
  const isJson = headers.get('content-type')?.includes('json') && text !== '';
  return { status, headers, text, body: isJson ? JSON.parse(text) : text };
};

/** An iterable is sent piece by piece until the answer is here, so a test can be slow or go on sending. */
export function rawRequest(
  url: string,
  bytes: Bytes | AsyncIterable<Bytes>,
  { deadline = 60_000, readAfterSending = false }: RawOptions = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const start = performance.now();
    let settled = false;
    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      socket.destroy();
      finish();
    };
    const received = () => Buffer.concat(chunks);
    const fail = (why: string) =>
      settle(() => reject(new Error(`${why}; received: ${received().toString().slice(0, 500)}`)));
    const look = (ended: boolean) => {
      const answer = parse(received(), ended);
      const milliseconds = performance.now() - start;
      if (answer) settle(() => resolve({ ...answer, milliseconds }));
      else if (ended) fail('closed without a whole answer');
    };
    const timer = setTimeout(() => fail(`no answer within ${deadline} ms`), deadline);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      look(false);
    });
    socket.on('end', () => look(true));
    socket.on('error', (error) => fail(error.message));
    const closed = new Promise<void>((resolveClosed) => socket.once('close', () => resolveClosed()));
    const write = (piece: Bytes) =>
      Promise.race([closed, new Promise<void>((written) => socket.write(piece, () => written()))]);
    const send = async () => {
      if (typeof bytes === 'string' || Buffer.isBuffer(bytes)) return write(bytes);
      for await (const piece of bytes) {
        // An answer that is there is read first: the server may have closed behind it, and a write would lose it.
        await nextTurn();
        if (settled) return;
        await write(piece);
      }
    };
    if (readAfterSending) socket.pause();
    socket.on('connect', () => {
      send().then(
        () => socket.resume(),
        (error: unknown) => fail(String(error)),
      );
    });
  });
}

export interface RawParts {
  method?: string;
  target?: string;
  headers?: Record<string, string>;
  lines?: string[];
  body?: Bytes;
}

/** A well-formed request of a tenant; each part may be replaced. `content-length` is counted unless it is given. */
export const rawBytes = (
  tenant: string,
  { method = 'POST', target = '/memories', headers = {}, lines = [], body }: RawParts,
): Buffer => {
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
  const all: Record<string, string> = {
    host: 'localhost',
    'x-tenant-id': tenant,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(content.length) }),
    ...headers,
  };
  const given = Object.entries(all).filter(([, value]) => value !== '\0absent');
  const head = [`${method} ${target} HTTP/1.1`, ...given.map(([name, value]) => `${name}: ${value}`), ...lines, '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), content]);
};

/** This value leaves the header out. */
export const ABSENT = '\0absent';
