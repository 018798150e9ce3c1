import { blankOut } from '../../spans.js';
import { areFields } from '../layout/fields.js';
import { sheetIn } from '../layout/tables.js';

const stackTrace =
  /^\s*(?:at [\w$]+(?:\.[\w$<>]+)+\([^)]{0,200}\)|at (?:async |new )?[\w$.<>]+ \((?:<anonymous>|native|index \d+)\)$|Traceback \(most recent|File "[^"\n]{0,300}", line \d+|\.\.\. \d+ more\b|(?:Caused by: )?[\w$.]{1,80}(?:Error|Exception)(?::|$))/;
/** "/app/index.js:10:5)": a file and a line of it, at the end of a line that begins with "at". */
const isFrame = (line: string): boolean => {
  const [last = ''] = line.trim().split(' ').slice(-1);
  return /^\s*at \S/.test(line) && /[./\\]/.test(last) && /:\d+\)?$/.test(last);
};
const hexDump = /^\s*(?:0x)?[\da-f]{4,16}[:\s|]+(?:[\da-f]{2,8}[\s|]+){4}/i;
/** Lines that nobody writes as prose. */
const code =
  /^\s*(?:import\s.{0,200}\bfrom\s+["']|import [\w.{}*]+;?$|from [\w.]+ import (?:\(|\*|\w+(?: as \w+)?(?:, ?\w+(?: as \w+)?)*$)|(?:const|let|var) [\w$]+\s*=[^=]|def \w+\(|#include\b|package [\w.]+;|using [\w.]+;|SELECT\b.{1,300}\bFROM\b|INSERT INTO\b|UPDATE \w+ SET\b|CREATE (?:TABLE|INDEX)\b|\$ [a-z]\w*|(?:sudo|npm|npx|pip|git|docker|kubectl|curl|apt-get) [\w@./-]+(?:\s--?\w|\s\S+$|$)|<\?php|#!\/|@\w+(?:\(.{0,200}\))?$|[+-]{3} [ab]\/|@@ -\d|[{}[\]();,\s]{1,40}$)/;
/** What may begin a line of code, and a sentence too. */
const codeStart =
  /^\s*(?:(?:export |async )*(?:function|class|interface) \w+\s*[({<]|(?:const|let|var) [\w{[]\S*.{0,80}=|return\b.{0,200};$|(?:if|for|while|switch)\s?\(.{0,200}\)\s?\{?$|(?:public|private|protected|static)\s\w+)/;
const assignment = /^\s*["']?[\w.$-]{1,60}["']?\s*(?:=|:=|\+=|=>)\s*\S/;
const assigns = /\b[\w.-]{1,40}=\S/;
const assignsFromStart = /^\w[\w.-]{0,39}=\S/;
const csv = /^[^\s,;][^,;\n]{0,60}(?:[,;](?! )[^,;\n]{0,60}){2,}$/;
const ruler = /^[\s\-=*_~#.·•—–+|]{3,}$/;

const codeSigns = /[{}()[\]<>=;|&$\\^~+/]/g;
const SHORTEST_CODE = 15;
const CODE_SHARE = 0.15;
const LONGEST_LINE_JUDGED = 2000;

const isTable = (line: string) => /^\s*\|/.test(line);

const isDense = (line: string): boolean => {
  if (line.length < SHORTEST_CODE || isTable(line) || /https?:/.test(line)) return false;
  return (line.match(codeSigns)?.length ?? 0) / line.length > CODE_SHARE;
};

/** Two settings in a row, each with white space after it. */
const hasAssignments = (line: string): boolean => {
  const parts = line.split(/\s+/);
  return parts.slice(0, -2).some((part, place) => assigns.test(part) && assignsFromStart.test(parts[place + 1] ?? ''));
};

const face = /<3+|[:;=][-']?[()[\]DPpO3|/\\]|\^[_.]?\^|\p{Extended_Pictographic}/gu;
const word = /^["'“‘(¡¿*_~]*\p{L}[\p{L}\p{M}'’-]+[)"”.,!?:;…*_~]*$/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2}/u;
const codeEnd = /\{\s*$|[\w)\]"'];\s*$/;
/** At least so many words, and so much of the line. */
const [WORDS, WORDS_SHARE] = [2, 0.6];

/** Whether a line reads as words whatever signs stand between them: in doubt somebody said it. */
function readsAsWords(line: string): boolean {
  if (codeEnd.test(line)) return false;
  const parts = line.replace(face, ' ').trim().split(/\s+/);
  const words = parts.filter((part) => word.test(part)).length;
  const letters = line.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  if (unspaced.test(line)) return letters >= WORDS_SHARE * line.length;
  return words >= WORDS && words >= WORDS_SHARE * parts.length;
}

/** Whether a line is one of values between separators. */
const isRowOfValues = (line: string): boolean => csv.test(line.slice(0, LONGEST_LINE_JUDGED)) && !readsAsWords(line);

/** Whether a line is nothing that somebody says: code, dumps, stack traces, settings. */
function isLineNoise(line: string): boolean {
  const head = line.slice(0, LONGEST_LINE_JUDGED);
  if (ruler.test(head)) return !isTable(head);
  if (stackTrace.test(head) || isFrame(head) || hexDump.test(head) || code.test(head)) return true;
  const mayBeCode = codeStart.test(head) || assignment.test(head) || hasAssignments(head) || isDense(head);
  return mayBeCode && !readsAsWords(head);
}

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
