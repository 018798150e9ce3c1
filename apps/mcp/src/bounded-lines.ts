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

/** Leaves out lines that are too long, and gives `refuse` the answer to each, so that the program goes on. */
export function createBoundedLines(refuse: (answer: string) => void, longest = LONGEST_LINE): Transform {
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

  const end = (through: Transform) => {
    if (length <= longest) through.push(Buffer.concat(held));
    else {
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

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        add(chunk.subarray(from, at + 1));
        end(this);
        from = at + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
      done();
    },
    flush(done) {
      if (length > 0) end(this);
      done();
    },
  });
}
