import { readable } from '../../spans.js';
import { hasVerb } from '../../words/verbs.js';

/** A line of a log: its time, and the message if it reads like a sentence. */
interface LogLine {
  /** Where the message begins in the line. */
  message: number;
  stamp: string;
  level: string | null;
}

const stamp =
  /^\s*[[(]?((?:\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s{1,2}\d{1,2}\s\d{2}:\d{2}:\d{2}|\d{2}:\d{2}:\d{2}(?:[.,]\d{1,6})?)[\])]?\s*[-–|:]?\s*/;
const level = /^[[(<]?(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|SEVERE)[\])>]?\s*[-:|]?\s*/i;
const bareLevel =
  /^\s*(?:\[(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\]|(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)[:\s|])\s*/;
const origin =
  /^(?:\[[^\]\n]{1,60}\]\s*|\([^)\n]{1,60}\)\s*|[\w.$/-]{1,60}(?:\[\d{1,7}\])?:\s+|[\w-]{1,40}\s[\w.-]{1,40}\[\d{1,7}\]:\s+)/;

const LONGEST_HEAD = 300;

/** Reads the head of a log line; null where the line has none. */
function logLineOf(line: string): LogLine | null {
  const head = line.slice(0, LONGEST_HEAD);
  if (!/\d{2}|TRACE|DEBUG|INFO|WARN|ERROR|FATAL|NOTICE/.test(head)) return null;
  const time = stamp.exec(head);
  const withoutTime = time ? 0 : (bareLevel.exec(head)?.[0].length ?? 0);
  if (!time && withoutTime === 0) return null;
  let at = time ? time[0].length : withoutTime;
  const named = time ? level.exec(head.slice(at)) : null;
  at += named?.[0].length ?? 0;
  for (let found = origin.exec(head.slice(at)); found; found = origin.exec(head.slice(at))) at += found[0].length;
  return { message: at, stamp: time?.[1] ?? '', level: named?.[1]?.toUpperCase() ?? (time ? null : 'INFO') };
}

const technical =
  /[=<>{}[\]|\\]|\b0x[\da-f]+|::|\/\w+\/|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\da-f]{8,}\b|\w_\w|\b\d+ ?(?:ms|kb|mb|bytes)\b|->/i;

/** Whether the message says that something happened, in words. */
const isEvent = (message: string): boolean =>
  !technical.test(message.slice(0, 1000)) && hasVerb(message) && (message.match(/\p{L}{2,}/gu)?.length ?? 0) >= 2;

/** Whether there are words enough to tell what went wrong. */
const tellsFailure = (message: string): boolean => (message.match(/\p{L}{3,}/gu)?.length ?? 0) >= 2;

/** What repeats apart from its numbers is noise. */
const shapeOf = (message: string): string => message.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim();

const OFTEN = 3;
const failures = new Set(['WARN', 'WARNING', 'ERROR', 'ERR', 'FATAL', 'CRITICAL', 'SEVERE']);

const isFailure = ({ level: said }: LogLine): boolean => said !== null && failures.has(said);

/** Reads log lines: what happened in words, or '' for noise; null where a line is none of a log. */
export interface LogReader {
  read(line: string): string | null;
}

const told = ({ stamp: time }: LogLine, message: string) =>
  time === '' ? readable(message) : `${time}: ${readable(message)}`;

/**
 * What went wrong is told once, with how often; what else happens is told where it is in words. Shapes that come again and again
 * are noise, so all lines are looked at first.
 */
export function createLogReader(lines: readonly string[]): LogReader {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const log = logLineOf(line);
    if (log === null) continue;
    const shape = shapeOf(line.slice(log.message));
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  const said = new Set<string>();
  return {
    read(line) {
      const log = logLineOf(line);
      if (log === null) return null;
      const message = line.slice(log.message);
      const shape = shapeOf(message);
      const times = counts.get(shape) ?? 0;
      if (isFailure(log)) {
        const isNews = !said.has(shape) && tellsFailure(message);
        said.add(shape);
        const often = times > 1 ? ` (${times} times)` : '';
        return isNews ? told(log, message) + often : '';
      }
      return log.level !== 'DEBUG' && log.level !== 'TRACE' && isEvent(message) && times < OFTEN
        ? told(log, message)
        : '';
    },
  };
}

/** A line with a level is no label, though its origin ends with a colon. */
export const isLeveled = (line: string): boolean => {
  const log = logLineOf(line);
  return log !== null && log.level !== null;
};
