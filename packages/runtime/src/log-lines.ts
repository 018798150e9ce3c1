import { write, writeSync } from 'node:fs';

/** Bytes of lines that wait while they cannot be written, or their reader stands still. Further lines are lost. */
const MOST = 1024 * 1024;

/** ms until what could not be written is tried again. */
const AGAIN = 1000;

export interface LogLines {
  write(line: string): void;
  /** Tries once to write all that waits, before the process ends. */
  flush(): void;
  /** Bytes. */
  waiting(): number;
}

/**
 * Nobody waits for a line, and no line ends the process: a service whose disk is full goes on without its log. The
 * destination of pino throws there, and its flush at the end tries for ever.
 */
export function createLogLines(file: number, most = MOST): LogLines {
  let lines: string[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let size = 0;
  let isBusy = false;

  const take = (): Buffer => {
    const part = Buffer.concat([rest, Buffer.from(lines.join(''))]);
    lines = [];
    rest = Buffer.alloc(0);
    return part;
  };

  const next = (): void => {
    if (isBusy) return;
    const part = take();
    if (part.length === 0) return;
    isBusy = true;
    write(file, part, (error, written = 0) => {
      rest = part.subarray(written);
      size -= written;
      const goOn = () => {
        isBusy = false;
        next();
      };
      if (error) setTimeout(goOn, AGAIN).unref();
      else goOn();
    });
  };

  return {
    write(line) {
      const bytes = Buffer.byteLength(line);
      if (size + bytes > most) return;
      size += bytes;
      lines.push(line);
      next();
    },
    flush() {
      let part = take();
      try {
        while (part.length > 0) {
          const written = writeSync(file, part);
          part = part.subarray(written);
          size -= written;
        }
      } catch {
        rest = part;
      }
    },
    waiting: () => size,
  };
}
