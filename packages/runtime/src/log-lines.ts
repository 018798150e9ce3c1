import { write, writeSync } from 'node:fs';

/** Bytes of lines that wait while they cannot be written, or their reader stands still. Further lines are lost. */
const MOST = 1024 * 1024;

/** ms until what could not be written is tried again. */
const AGAIN = 1000;
/** The same where only the reader has to take more first: at 64 KiB each, a second would hold all back. */
const AGAIN_SOON = 10;
/** How often the end of the process waits so long for its reader. */
const LAST_WAITS = 100;

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

const standStill = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_SOON);

const told = (lost: number): string =>
  `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), lost, msg: 'lines of the log were lost' })}\n`;

export interface LogLines {
  write(line: string): void;
  /**
   * Writes what waits before the process ends, for a second at most where the reader is slow. Lines that are being
   * written at that moment may come behind later ones, or not at all where the reader is slow.
   */
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
  let lost = 0;
  let isBusy = false;

  const add = (line: string): boolean => {
    const bytes = Buffer.byteLength(line);
    if (size + bytes > most) return false;
    size += bytes;
    lines.push(line);
    return true;
  };

  const take = (): Buffer => {
    const part = rest.length > 0 ? rest : Buffer.from(lines.join(''));
    if (rest.length === 0) lines = [];
    rest = Buffer.alloc(0);
    return part;
  };

  const keepRest = (part: Buffer, written: number): void => {
    rest = part.subarray(written);
    size -= written;
    if (written > 0 && lost > 0 && add(told(lost))) lost = 0;
  };

  const next = (): void => {
    if (isBusy) return;
    const part = take();
    if (part.length === 0) return;
    isBusy = true;
    write(file, part, (error, written = 0) => {
      keepRest(part, written);
      const goOn = () => {
        isBusy = false;
        next();
      };
      if (error) setTimeout(goOn, isFull(error) ? AGAIN_SOON : AGAIN).unref();
      else goOn();
    });
  };

  return {
    write(line) {
      if (add(line)) next();
      else lost += 1;
    },
    flush() {
      let waits = 0;
      for (let part = take(); part.length > 0; part = take())
        try {
          keepRest(part, writeSync(file, part));
        } catch (error) {
          rest = part;
          waits += 1;
          if (!isFull(error) || waits > LAST_WAITS) return;
          standStill();
        }
    },
    waiting: () => size,
  };
}
