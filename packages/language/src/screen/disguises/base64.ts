import { textOf } from './bytes.js';
import type { Step } from './step.js';

const SHORTEST = 16;

/** Lines of it with nothing else on them, but for the ends of the first and the last. */
const runs = /(?<![\w+/-])[\w+/-]{4,}={0,2}(?:\r?\n[ \t]{0,4}[\w+/-]{4,}={0,2})*/g;
const alphabet = /^[A-Za-z\d+/_-]+={0,2}$/;

const decoded = (code: string, within: (piece: string) => string): string | null => {
  if (code.length < SHORTEST || !alphabet.test(code)) return null;
  return textOf(Buffer.from(code, 'base64'), within);
};

/** Parts of a path, or of what is named like one. */
const inParts = (line: string, within: (piece: string) => string): string =>
  line.length < SHORTEST ? line : line.replace(/[A-Za-z\d+=]+/g, (part) => decoded(part, within) ?? part);

const lineOf =
  (within: (piece: string) => string) =>
  (line: string): string =>
    decoded(line, within) ?? inParts(line, within);

/** A word may stand right before the first line, and one right behind the last. */
const joined = (lines: readonly string[], within: (piece: string) => string): string => {
  for (const [from, to] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const end = lines.length - to;
    const said = end - from > 1 ? decoded(lines.slice(from, end).join(''), within) : null;
    if (said !== null) return [...lines.slice(0, from), said, ...lines.slice(end)].join('\n');
  }
  return lines.map(lineOf(within)).join('\n');
};

/** Base64 of the standard and of addresses, with and without its end, in one line or many. */
export const base64: Step = (text, within) =>
  text.replace(runs, (run) => {
    if (run.length < SHORTEST) return run;
    const lines = run.split(/\s+/);
    const said = joined(lines, within);
    return said === lines.join('\n') ? run : said;
  });
