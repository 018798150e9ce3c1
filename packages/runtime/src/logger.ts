import type { Log } from '@hippocamp/core/ports/log';
import { pino } from 'pino';

/** JSON lines; standard error where a program prints answers. */
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
