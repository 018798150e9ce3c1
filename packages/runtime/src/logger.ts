import type { Log } from '@hippocamp/core/ports/log';
import { pino } from 'pino';

/** JSON lines on standard output. */
export const createLogger = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
