import { readable } from '../../words/spans.js';
import { hasVerb } from '../../words/verbs.js';
import { shortened } from '../shortened.js';
import { inWords, isNothing, isTold, valueInWords } from '../technical.js';

/** "day_temp = 24", "Date of birth*: 14/03/2023", "Branch → Petone". */
const field =
  /^\s*(?:[-*•]\s+)?["']?([\p{L}][\p{L}\p{M}\p{N}_ .()/'’?-]{0,60}?)["']?\*?\s*(?:=(?![=>])|:(?=\s)|→|=>|:=)\s*(\S.{0,400})?$/u;
const code =
  /[{};]\s*$|^\s*(?:const|let|var|return|if|for|def|import|export)\b|=\s*(?:function|new |\(|\[|\{)|\w\([^()]*\)$/;
const section = /^\s*\[([\w .:-]{1,60})\]\s*$/;
const comment = /^\s*(?:#(?!#)|;|\/\/)/;

/** Fewer such lines make no form and no file of settings. */
const LEAST = 3;
const MOST_WORDS = 8;

function fieldOf(line: string): { key: string; value: string } | null {
  const [, key = '', value = ''] = field.exec(line.slice(0, 600)) ?? [];
  return key === '' || code.test(line) || key.trim().split(/\s+/).length > MOST_WORDS ? null : { key, value };
}

export interface FieldReader {
  /** Null for no field, '' for a field that says nothing to people, otherwise its words. */
  read(line: string): string | null;
  section(line: string): string | null;
}

const none: FieldReader = { read: () => null, section: () => null };

/** True for a form or a settings file: most lines give a name its value, and names hardly repeat. */
export function areFields(lines: readonly string[]): boolean {
  const told = lines.filter((line) => line.trim() !== '' && !comment.test(line) && !section.test(line));
  const keys = told.flatMap((line) => fieldOf(line)?.key ?? []);
  return keys.length >= LEAST && keys.length * 2 > told.length && new Set(keys).size * 10 >= keys.length * 7;
}

const ticked = /(?:\[[xX✓]\]|\([•xX]\)|☑|☒|✅|◉)\s*/u;
const box = /(?:\[[ xX✓]?\]|\([ •xX]?\)|[☐☑☒✅◉○])\s*/gu;
const blank = /_{3,}|\.{4,}/g;

const chosen = (value: string): string => {
  if (!/\[[ xX✓]?\]|\([ •xX]?\)|[☐☑☒✅◉○]/u.test(value)) return value;
  const boxes = [...value.matchAll(box)];
  return boxes
    .flatMap((found, place) => {
      const option = value.slice(found.index + found[0].length, boxes[place + 1]?.index).trim();
      return ticked.test(found[0]) && option !== '' ? [option.replace(/,$/, '')] : [];
    })
    .join(', ');
};

export function createFieldReader(lines: readonly string[]): FieldReader {
  if (!areFields(lines)) return none;
  return {
    read(line) {
      if (comment.test(line)) return '';
      const found = fieldOf(line);
      if (found === null) return null;
      const value = valueInWords(chosen(found.value.replace(/^["'](.*)["']$/, '$1').replace(blank, '')));
      return isTold(found.key, value)
        ? `${/[_]|^[a-z]+\.[a-z]/.test(found.key) ? inWords(found.key) : found.key.trim()}: ${value}`
        : '';
    },
    section: (line) => section.exec(line)?.[1] ?? null,
  };
}

const separators = [',', ';', '\t'] as const;

const [COLUMNS, ROWS] = [3, 2];
const LONGEST_NAME = 40;
/** The least share of rows whose number of cells fits the columns. */
const REGULAR = 0.8;

const rowComment = /^\s*#/;
const columnName = /^["']?\p{L}[\p{L}\p{M}\p{N} _()/#%€$-]*["']?$/u;
const MOST_WORDS_IN_NAME = 4;
/** A line that begins with a time with seconds is one of a log. */
const instant = /^["']?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}/;

export function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell].map((each) => each.trim());
}

const areNames = (cells: readonly string[]): boolean =>
  cells.length >= COLUMNS &&
  cells.every(
    (cell) => cell.length <= LONGEST_NAME && columnName.test(cell) && cell.split(' ').length <= MOST_WORDS_IN_NAME,
  );

/** How many rows fit from each place to the end. */
const countFrom = (rows: readonly (readonly string[])[], fits: (cells: readonly string[]) => boolean): number[] => {
  const counts = new Array<number>(rows.length + 1).fill(0);
  for (let place = rows.length - 1; place >= 0; place -= 1)
    counts[place] = (counts[place + 1] ?? 0) + (fits(rows[place] ?? []) ? 1 : 0);
  return counts;
};

/** The rows of a block. Each line of it may be tried as the head, and the lines below are read once for all of them. */
function rowsOf(block: readonly string[], separator: string) {
  const rows = block.map((line) => (rowComment.test(line) ? [] : cellsOf(line, separator)));
  const told = countFrom(rows, ({ length }) => length > 0);
  const logged = countFrom(rows, ([first]) => first !== undefined && instant.test(first));
  const numbered = countFrom(rows, (cells) => cells.some((cell) => /\d/.test(cell)));
  const fitting = new Map<number, number[]>();
  return {
    rows,
    areRegular(from: number, columns: number): boolean {
      const fits = fitting.get(columns) ?? countFrom(rows, ({ length }) => length <= columns && length > columns / 2);
      fitting.set(columns, fits);
      const [all = 0, regular = 0] = [told[from], fits[from]];
      return all >= ROWS && numbered[from] !== 0 && regular >= REGULAR * all && logged[from] !== all;
    },
  };
}

/** Column names with their cells. A row with fewer than two telling cells says nothing. */
function rowInWords(names: readonly string[], cells: readonly string[]): string {
  const said = cells.flatMap((cell, place) => {
    const name = names[place] ?? '';
    const value = valueInWords(cell);
    return isTold(name, value) ? [`${/_|^[a-z]+[A-Z]/.test(name) ? inWords(name) : name}: ${value}`] : [];
  });
  return said.length < 2 ? '' : said.join('; ');
}

/** Rows of separated values in a block of lines, in words and by line number; '' for a line that says nothing. */
function sheetOf(block: readonly string[]): [line: number, said: string][] {
  const read = new Map<string, ReturnType<typeof rowsOf>>();
  for (const [place, head] of block.entries()) {
    const separator = separators.find((sign) => head.includes(sign) && areNames(cellsOf(head, sign)));
    if (separator === undefined) continue;
    const names = cellsOf(head, separator);
    const { rows, areRegular } = read.get(separator) ?? rowsOf(block, separator);
    read.set(separator, { rows, areRegular });
    if (!areRegular(place + 1, names.length)) continue;
    const below = rows.slice(place + 1);
    return [[place, ''], ...below.map((cells, at): [number, string] => [place + 1 + at, rowInWords(names, cells)])];
  }
  return [];
}

/** The same of all blocks, which empty lines part. */
export function sheetIn(lines: readonly string[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (let start = 0; start < lines.length; ) {
    const empty = lines.indexOf('', start);
    const end = empty < 0 ? lines.length : empty;
    for (const [line, said] of sheetOf(lines.slice(start, end))) found.set(start + line, said);
    start = end + 1;
  }
  return found;
}

const isRow = (line: string): boolean => /^\|.*\|/.test(line) || (line.match(/\s\|\s/g)?.length ?? 0) >= 1;
const isRuler = (line: string): boolean => /^[|\s:+-]{3,}$/.test(line) && line.includes('-') && line.includes('|');

const cellsOfTable = (line: string): string[] => line.replace(/^\|/, '').replace(/\|$/, '').split('|').map(readable);

/** Reads a table of Markdown line by line, and knows where it ends. */
export interface TableReader {
  /** Null for no part of a table; '' for its head or ruler, which says nothing by itself. */
  read(line: string, next: string): string | null;
}

export function createTableReader(): TableReader {
  let columns: string[] | null = null;
  return {
    read(line, next) {
      if (columns === null) {
        if (!isRow(line) || !isRuler(next)) return null;
        columns = cellsOfTable(line).map(shortened);
        return '';
      }
      if (isRuler(line)) return '';
      if (!isRow(line)) {
        columns = null;
        return null;
      }
      return rowOfCells(columns, cellsOfTable(line));
    },
  };
}

const rowOfCells = (columns: readonly string[], cells: readonly string[]): string =>
  cells
    .flatMap((cell, position) => {
      if (isNothing(cell)) return [];
      const column = columns[position];
      return [column ? `${column}: ${cell}` : cell];
    })
    .join('; ');

interface LogLine {
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

const isEvent = (message: string): boolean =>
  !technical.test(message.slice(0, 1000)) && hasVerb(message) && (message.match(/\p{L}{2,}/gu)?.length ?? 0) >= 2;

const tellsFailure = (message: string): boolean => (message.match(/\p{L}{3,}/gu)?.length ?? 0) >= 2;

/** Lines that differ only in their numbers are noise. */
const shapeOf = (message: string): string => message.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim();

const OFTEN = 3;
const failures = new Set(['WARN', 'WARNING', 'ERROR', 'ERR', 'FATAL', 'CRITICAL', 'SEVERE']);

const isFailure = ({ level: said }: LogLine): boolean => said !== null && failures.has(said);

/** Null for a line that is none of a log; '' for noise. */
export interface LogReader {
  read(line: string): string | null;
}

const told = ({ stamp: time }: LogLine, message: string) =>
  time === '' ? readable(message) : `${time}: ${readable(message)}`;

/** A failure is told once, with its count. Other messages that repeat are noise, so all lines are counted first. */
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

/** A line with a level is no speaker's label, though its origin ends with a colon. */
export const isLeveled = (line: string): boolean => {
  const log = logLineOf(line);
  return log !== null && log.level !== null;
};
