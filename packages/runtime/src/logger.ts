import type { Log } from '@hippocamp/core/ports/log';
import { pino } from 'pino';

/** JSON lines on standard output, or on standard error where the output is for something else. */
export const createLogger = (level: string, to: 'stdout' | 'stderr' = 'stdout'): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination(to === 'stdout' ? 1 : 2),
  );
