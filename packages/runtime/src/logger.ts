import type { Log } from '@hippocamp/core/ports/log';
import { pino } from 'pino';
import { createLogLines, type LogLines } from './log-lines.js';

const files = { stdout: 1, stderr: 2 };
const opened = new Map<number, LogLines>();

/** One for all loggers of a file, so that their lines stand in order. */
const linesTo = (file: number): LogLines => {
  const known = opened.get(file);
  if (known) return known;
  // Node's own stream makes a pipe give way when it is full: a write that waits in it would hold back the end.
  void process[file === files.stdout ? 'stdout' : 'stderr'].fd;
  const lines = createLogLines(file);
  opened.set(file, lines);
  process.on('exit', lines.flush);
  return lines;
};

/** JSON lines; standard error where a program prints answers. */
export const createLogger = (level: string, to: keyof typeof files = 'stdout'): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    linesTo(files[to]),
  );
