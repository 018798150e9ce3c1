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
    for await (const line of linesIn(piecesOf(response, ports, limits))) {
      yield line;
      last = line;
    }
    if (!isEnd(last)) throw new ConnectionFailed(url, new Error('the export ended before its last line'), false);
  };
