const stackTrace =
  /^\s*(?:at \S.{0,200}?[:(]\d|at [^(]{0,200}\([^)]{0,200}\)|Traceback \(most recent|File "[^"\n]{0,300}", line \d+|Caused by: |\.\.\. \d+ more\b|[\w$.]{0,80}(?:Error|Exception)(?::|$))/;
const hexDump = /^\s*(?:0x)?[\da-f]{4,16}[:\s|]+(?:[\da-f]{2,8}[\s|]+){4}/i;
const codeStart =
  /^\s*(?:import\s.{0,200}\bfrom\b|import [\w.{}*]+;?$|from \S+ import\b|(?:export |async )*(?:function|class|interface) \w+\s*[({<]|(?:const|let|var) [\w{[]\S*.{0,80}=|def \w+\(|#include\b|package [\w.]+;|using [\w.]+;|return\b.{0,200};$|(?:if|for|while|switch)\s?\(.{0,200}\)\s?\{?$|(?:public|private|protected|static)\s\w+|SELECT\b.{1,300}\bFROM\b|INSERT INTO\b|UPDATE \w+ SET\b|CREATE (?:TABLE|INDEX)\b|\$ \w+|(?:sudo|npm|npx|pip|git|docker|kubectl|curl|apt-get) [\w@./-]+(?:\s--?\w|\s\S+$|$)|<\?php|#!\/|@\w+(?:\(.{0,200}\))?$|[+-]{3} [ab]\/|@@ -\d|[{}[\]();,\s]{1,40}$)/;
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

/** Whether a line is nothing that somebody says: code, dumps, stack traces, settings, rows of data. */
export function isLineNoise(line: string): boolean {
  const head = line.slice(0, LONGEST_LINE_JUDGED);
  if (ruler.test(head)) return !isTable(head);
  return (
    stackTrace.test(head) ||
    hexDump.test(head) ||
    codeStart.test(head) ||
    assignment.test(head) ||
    hasAssignments(head) ||
    csv.test(head) ||
    isDense(head)
  );
}
