import { readable } from '../../spans.js';
import { isEvent, logLineOf, shapeOf } from './log-line.js';

const OFTEN = 3;
const quiet = new Set(['INFO', 'NOTICE']);

/** Reads log lines: what happened in words, or '' for noise; null where a line is none of a log. */
export interface LogReader {
  read(line: string): string | null;
}

/** Shapes that come again and again are noise, so all lines are looked at first. */
export function createLogReader(lines: readonly string[]): LogReader {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const log = logLineOf(line);
    if (log === null) continue;
    const shape = shapeOf(line.slice(log.message));
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return {
    read(line) {
      const log = logLineOf(line);
      if (log === null) return null;
      const message = line.slice(log.message);
      const isQuiet = log.level === null || quiet.has(log.level);
      if (!isQuiet || !isEvent(message) || (counts.get(shapeOf(message)) ?? 0) >= OFTEN) return '';
      return log.stamp === '' ? readable(message) : `${log.stamp}: ${readable(message)}`;
    },
  };
}

/** A line with a level is no label, though its origin ends with a colon. */
export const isLeveled = (line: string): boolean => {
  const log = logLineOf(line);
  return log !== null && log.level !== null;
};
