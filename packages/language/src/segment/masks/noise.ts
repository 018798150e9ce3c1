import { blankOut } from '../../spans.js';
import { areFields } from '../layout/fields.js';
import { sheetIn } from '../layout/sheet.js';
import { isLineNoise, isRowOfValues } from './line-noise.js';

const fence = /^\s*(?:```|~~~ ?[\w-]*\s*$)/;
/** Keys, digests, data as text: no word is that long. Addresses of pages may be. */
const longToken = /(?<!\S)(?!https?:\/\/)[!-~]{60,}(?!\S)/g;
const LONGEST_KEPT_TOKEN = 200;

const maskTokens = (line: string): string =>
  line.length < 60
    ? line
    : line.replace(longToken, blankOut).replace(/\S+/g, (token) => (isEndless(token) ? blankOut(token) : token));

const latinOnly = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\p{M}]+$/u;
/** Scripts that write without spaces have long runs. */
const isEndless = (token: string) => token.length > LONGEST_KEPT_TOKEN && latinOnly.test(token.slice(0, 400));

/** Front matter: settings of a page between two rulers at its very beginning. */
const frontMatter = /^---[ \t]*\n(?:[\w-]{1,60}:[^\n]{0,500}\n|[ \t][^\n]{0,500}\n){1,60}---[ \t]*(?=\n|$)/;

/** Which lines open or close a block. An odd one at the end opens nothing, or all that follows would be lost. */
const fencesOf = (lines: readonly string[]): boolean[] => {
  const fences = lines.map((line) => fence.test(line));
  if (fences.filter(Boolean).length % 2 === 1) fences[fences.lastIndexOf(true)] = false;
  return fences;
};

/** Code blocks, dumps and other lines that nobody says are blanked; line breaks stay. */
export function maskNoise(text: string): string {
  const lines = text.replace(frontMatter, blankOut).split('\n');
  const fences = fencesOf(lines);
  const areNamed = areFields(lines);
  const sheet = sheetIn(lines.map((line) => line.trim()));
  // One line of values alone may be a list that somebody typed.
  const rows = lines.map(isRowOfValues);
  const isOfTable = (place: number) => rows[place] === true && (rows[place - 1] === true || rows[place + 1] === true);
  const saysNothing = (line: string, place: number) => isLineNoise(line) || isOfTable(place);
  let inside = false;
  return lines
    .map((line, position) => {
      if (fences[position]) inside = !inside;
      if (inside || fences[position] || (!areNamed && !sheet.has(position) && saysNothing(line, position)))
        return blankOut(line);
      return maskTokens(line);
    })
    .join('\n');
}
