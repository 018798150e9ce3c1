import type { Caller } from '../caller.js';
import { ConnectionFailed } from '../errors.js';
import { routes } from '../generated/routes.js';
import { checkAnswer } from '../http/read-answer.js';
import type { CallOptions } from '../options.js';
import type { Ports } from '../ports.js';
import { linesIn } from './lines-in.js';
import { piecesOf } from './pieces-of.js';

const isEnd = (line: string): boolean => {
  try {
    return (JSON.parse(line) as { kind?: unknown }).kind === 'end';
  } catch {
    return false;
  }
};

/** Yields lines of JSON as they come, without line ends. Throws where the stream ends before its last line. */
export const exporter = (caller: Caller, ports: Ports, timeoutMs: number) =>
  async function* (options: CallOptions = {}): AsyncGenerator<string> {
    const { response, url } = await caller.read('exportTenant', {}, options, async (head, at) => {
      await checkAnswer(routes.exportTenant, head, at, ports.now());
      return { response: head, url: at };
    });
    let last = '';
    const limits = { timeoutMs: options.timeoutMs ?? timeoutMs, signal: options.signal, url };
    const lines = linesIn(piecesOf(response, ports, limits));
    const next = () =>
      lines.next().catch((error: unknown) => {
        // Bytes that are no text: the answer was cut within a character, or damaged on its way.
        throw error instanceof TypeError ? new ConnectionFailed(url, error, false) : error;
      });
    try {
      for (let read = await next(); !read.done; read = await next()) {
        yield read.value;
        last = read.value;
      }
    } finally {
      await lines.return(undefined);
    }
    if (!isEnd(last)) throw new ConnectionFailed(url, new Error('the export ended before its last line'), false);
  };
