import { Transform } from 'node:stream';

/** Bytes of a line. The transport gives up at slightly more. */
export const LONGEST_LINE = 10_000_000;

const NEWLINE = 0x0a;
/** Bytes at either end of a line that are searched for its id: clients write it first or last. */
const END = 300;

const id = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,200}")`;
const first = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${id}`);
const last = new RegExp(String.raw`${id}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

const idIn = (head: string, tail: string): string => (first.exec(head) ?? last.exec(tail))?.[1] ?? 'null';

export interface LineHandling {
  /** Is given the answer to each line that is too long. These are left out, so that the program goes on. */
  refuse(answer: string): void;
  /** Asked before each line is handed on; one that is not admitted is left out. */
  admit(line: Buffer): Promise<boolean>;
  longest?: number;
}

export function createBoundedLines({ refuse, admit, longest = LONGEST_LINE }: LineHandling): Transform {
  let held: Buffer[] = [];
  let length = 0;
  let head = '';
  let tail = Buffer.alloc(0);

  const add = (piece: Buffer) => {
    length += piece.length;
    if (length <= longest) held.push(piece);
    else held = [];
    if (head.length < END) head += piece.toString('latin1', 0, END);
    tail = Buffer.concat([tail, piece.subarray(-END)]).subarray(-END);
  };

  const end = async (through: Transform) => {
    if (length <= longest) {
      const line = Buffer.concat(held);
      if (await admit(line)) through.push(line);
    } else {
      const message = `A line of more than ${longest} bytes is not read. Send less at once.`;
      refuse(
        `{"jsonrpc":"2.0","id":${idIn(head, tail.toString('latin1'))},"error":{"code":-32600,"message":"${message}"}}\n`,
      );
    }
    held = [];
    length = 0;
    head = '';
    tail = Buffer.alloc(0);
  };

  const read = async (through: Transform, chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, at + 1));
      await end(through);
      from = at + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  };

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read(this, chunk).then(() => done(), done);
    },
    flush(done) {
      const ending = length > 0 ? end(this) : Promise.resolve();
      ending.then(() => done(), done);
    },
  });
}
