import { ownOf } from '@hippocamp/shared/own';
import { blankOut, hide, hideBehind } from '../words/spans.js';
import { areFields, sheetIn } from './layout/forms.js';

const header =
  /^(?:from|to|cc|bcc|subject|date|sent|reply-to|message-id|received|return-path|mime-version|content-[\w-]{1,40}|x-[\w-]{1,40}|in-reply-to|references|list-[\w-]{1,40}|importance|von|an|betreff|gesendet|de|objet|asunto)\s?:(?=\s|$)/i;
const quoteIntro =
  /^(?:on\s.{6,120}\swrote:|am\s.{6,120}\sschrieb.{0,80}:|le\s.{6,120}\sa écrit\s?:|-{2,}\s?(?:original|forwarded|weitergeleitete).{0,40}-{2,}|begin forwarded message:)\s*$/i;
const quoted = /^\s*>/;
const signatureRuler = /^--\s?$/;
const signOff =
  /^(?:(?:best|kind|warm|warmest|many)\s(?:regards|wishes|thanks)|regards|best|cheers|sincerely|yours(?:\s\w+)?|yours sincerely|thanks|thank you|many thanks|love|xx+|mit freundlichen grüßen|viele grüße|liebe grüße|cordialement|saludos|sent from my .{1,30})[,.!]?\s*$/i;

/** These end a letter. "thanks!" may be all that somebody says. */
const formal = /regards|wishes|sincerely|grüße|cordialement|saludos|sent from/i;

const LONGEST_SIGNATURE = 5;

/** The name in "From: Mara Lind <mara@example.org>". Null where the text begins with no head of a mail. */
export function senderOf(text: string): string | null {
  const head = text.slice(0, 3000).split('\n').slice(0, 15);
  if (head.filter((line) => header.test(line.trim())).length < 2) return null;
  const line = head.find((candidate) => /^from\s?:/i.test(candidate.trim()));
  const name = line && /^from\s?:\s*"?([\p{L}][\p{L}\p{M}'’. -]{1,60}?)"?\s*(?:<|$)/iu.exec(line.trim())?.[1];
  return name ? name.trim() : null;
}

const isHead = (lines: readonly string[], position: number): boolean =>
  header.test((lines[position] ?? '').trim()) &&
  (header.test((lines[position + 1] ?? '').trim()) || header.test((lines[position - 1] ?? '').trim()));

/** The lines after "Best regards," up to a blank or long one: a name, a job, a telephone number. */
const signatureLines = (lines: readonly string[], from: number): number => {
  let count = 0;
  while (count < LONGEST_SIGNATURE) {
    const line = (lines[from + count] ?? '').trim();
    if (line === '' || line.length > 60 || /[.!?]$/.test(line)) break;
    count += 1;
  }
  return count;
};

const bodyLength = (lines: readonly string[], isMail: boolean): number => {
  const found = isMail ? lines.findIndex((line) => signatureRuler.test(line.trim())) : -1;
  return found < 0 ? lines.length : found;
};

const hiddenFrom = (lines: readonly string[], position: number, isMail: boolean): number => {
  const line = (lines[position] ?? '').trim();
  if (isHead(lines, position) || quoteIntro.test(line.slice(0, 300)) || (isMail && quoted.test(line))) return 1;
  if (!signOff.test(line.slice(0, 80)) || !(isMail || formal.test(line))) return 0;
  const isAtEnd = isMail || lines.length - position <= LONGEST_SIGNATURE;
  return 1 + (isAtEnd ? signatureLines(lines, position + 1) : 0);
};

/** Blanks heads, quoted replies and signatures. `isMail` is true where the text begins with a head. */
export function maskMail(text: string, isMail: boolean): string {
  const lines = text.split('\n');
  const end = bodyLength(lines, isMail);
  let hiddenUntil = 0;
  return lines
    .map((line, position) => {
      hiddenUntil = Math.max(hiddenUntil, position + hiddenFrom(lines, position, isMail));
      return position < hiddenUntil || position >= end ? blankOut(line) : line;
    })
    .join('\n');
}

const blockTags =
  'address|article|aside|blockquote|body|br|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|option|p|pre|section|select|table|tbody|tfoot|thead|title|tr|ul';
const inlineTags =
  'a|abbr|b|button|cite|code|em|font|i|img|input|kbd|label|link|mark|meta|path|s|small|span|strong|sub|sup|svg|td|th|time|u|!doctype';

const anyTag = new RegExp(`<(/?)(${blockTags}|${inlineTags})(?:[\\s/][^<>]{0,2000})?>`, 'gi');
const isBlock = new RegExp(`^(?:${blockTags})$`, 'i');
const markup = new RegExp(`^(?:${blockTags}|${inlineTags})$`, 'i');

export const isMarkup = (name: string): boolean => markup.test(name);

const isCell = /^t[dh]$/i;

const entity = /&(amp|lt|gt|quot|apos|nbsp|hellip|ndash|mdash|rsquo|lsquo|rdquo|ldquo|#\d{1,6}|#x[\da-f]{1,5});/gi;
const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
};

const decoded = (name: string): string => {
  if (!name.startsWith('#')) return ownOf(namedEntities, name.toLowerCase()) ?? ' ';
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  const visible = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return visible ? String.fromCodePoint(code) : ' ';
};

/** Elements that a browser hides, or that repeat on every page of a site. */
const unseen = /<(script|style|head|nav|footer|svg|noscript|template|iframe|button)\b[^<>]{0,2000}>|<!--/gi;

const maskUnseen = (text: string): string => {
  const lower = text.toLowerCase();
  const neverClosed = new Set<string>();
  let masked = '';
  let from = 0;
  for (const found of text.matchAll(unseen)) {
    const close = found[1] ? `</${found[1].toLowerCase()}` : '-->';
    if (found.index < from || neverClosed.has(close)) continue;
    const end = lower.indexOf(close, found.index + found[0].length);
    // A tag that is never closed is markup alone, and the text after it stays.
    if (end < 0) {
      neverClosed.add(close);
      continue;
    }
    masked += text.slice(from, found.index) + blankOut(text.slice(found.index, end));
    from = end;
  }
  return masked + text.slice(from);
};

const standIn = (tag: string): string => {
  if (isBlock.test(tag)) return '\n';
  return isCell.test(tag) ? ' ' : '';
};

/** Block tags end a line. Text in angle brackets that is no tag stays. */
export function maskHtml(text: string): string {
  if (!/[<&]/.test(text)) return text;
  const hasTags = /<\/?[a-z!]/i.test(text);
  const shown = hasTags
    ? maskUnseen(text)
        .replace(/-->/g, '   ')
        .replace(anyTag, (part, _close, tag: string) => hideBehind(part, standIn(tag)))
    : text;
  return shown.replace(entity, (part, name: string) => hideBehind(part, decoded(name)));
}

const image = /!\[[^[\]\n]{0,300}\]\([^()\s]{0,1000}(?:\s"[^"\n]{0,200}")?\)/g;
const link = /(\[)([^[\]\n]{1,300})(\]\([^()\s]{0,1000}(?:\s"[^"\n]{0,200}")?\))/g;
const doubled = /\*\*|~~|(?<![\p{L}\p{N}_])__(?=[^\s_])|(?<=[^\s_])__(?![\p{L}\p{N}_])/gu;
const single =
  /(?<![\p{L}\p{N}*_\\])[*_](?=[^\s*_])|(?<=[^\s*_\\])\*(?![\p{L}\p{N}*])|(?<=[\p{L}\p{N}.!?)])_(?![\p{L}\p{N}_])/gu;
const ticks = /`{1,2}/g;

const address = /((?:https?:\/\/|www\.)\S+)/;

const maskEmphasis = (text: string): string =>
  /[*_~`]/.test(text) ? text.replace(doubled, hide).replace(single, hide).replace(ticks, hide) : text;

/** Signs in addresses are no emphasis. */
const aroundAddresses = (line: string): string =>
  address.test(line)
    ? line
        .split(address)
        .map((part, position) => (position % 2 === 0 ? maskEmphasis(part) : part))
        .join('')
    : maskEmphasis(line);

/** Hides emphasis, code ticks and images, and keeps the text of links. */
export function maskMarkdown(text: string): string {
  return text
    .replace(image, hide)
    .replace(link, (_part, open: string, words: string, close: string) => hide(open) + words + hide(close))
    .split('\n')
    .map(aroundAddresses)
    .join('\n');
}

const stackTrace =
  /^\s*(?:at [\w$]+(?:\.[\w$<>]+)+\([^)]{0,200}\)|at (?:async |new )?[\w$.<>]+ \((?:<anonymous>|native|index \d+)\)$|Traceback \(most recent|File "[^"\n]{0,300}", line \d+|\.\.\. \d+ more\b|(?:Caused by: )?[\w$.]{1,80}(?:Error|Exception)(?::|$))/;
/** "/app/index.js:10:5)" at the end of a line that begins with "at". */
const isFrame = (line: string): boolean => {
  const [last = ''] = line.trim().split(' ').slice(-1);
  return /^\s*at \S/.test(line) && /[./\\]/.test(last) && /:\d+\)?$/.test(last);
};
const hexDump = /^\s*(?:0x)?[\da-f]{4,16}[:\s|]+(?:[\da-f]{2,8}[\s|]+){4}/i;
const code =
  /^\s*(?:import\s.{0,200}\bfrom\s+["']|import [\w.{}*]+;?$|from [\w.]+ import (?:\(|\*|\w+(?: as \w+)?(?:, ?\w+(?: as \w+)?)*$)|(?:const|let|var) [\w$]+\s*=[^=]|def \w+\(|#include\b|package [\w.]+;|using [\w.]+;|SELECT\b.{1,300}\bFROM\b|INSERT INTO\b|UPDATE \w+ SET\b|CREATE (?:TABLE|INDEX)\b|\$ [a-z]\w*|(?:sudo|npm|npx|pip|git|docker|kubectl|curl|apt-get) [\w@./-]+(?:\s--?\w|\s\S+$|$)|<\?php|#!\/|@\w+(?:\(.{0,200}\))?$|[+-]{3} [ab]\/|@@ -\d|[{}[\]();,\s]{1,40}$)/;
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
const [WORDS, WORDS_SHARE] = [2, 0.6];

/** In doubt somebody said the line. */
function readsAsWords(line: string): boolean {
  if (codeEnd.test(line)) return false;
  const parts = line.replace(face, ' ').trim().split(/\s+/);
  const words = parts.filter((part) => word.test(part)).length;
  const letters = line.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  if (unspaced.test(line)) return letters >= WORDS_SHARE * line.length;
  return words >= WORDS && words >= WORDS_SHARE * parts.length;
}

const isRowOfValues = (line: string): boolean => csv.test(line.slice(0, LONGEST_LINE_JUDGED)) && !readsAsWords(line);

function isLineNoise(line: string): boolean {
  const head = line.slice(0, LONGEST_LINE_JUDGED);
  if (ruler.test(head)) return !isTable(head);
  if (stackTrace.test(head) || isFrame(head) || hexDump.test(head) || code.test(head)) return true;
  const mayBeCode = codeStart.test(head) || assignment.test(head) || hasAssignments(head) || isDense(head);
  return mayBeCode && !readsAsWords(head);
}

const fence = /^\s*(?:```|~~~ ?[\w-]*\s*$)/;
/** Keys, digests and encoded data: no word is that long. Addresses of pages may be. */
const longToken = /(?<!\S)(?!https?:\/\/)[!-~]{60,}(?!\S)/g;
const LONGEST_KEPT_TOKEN = 200;

const maskTokens = (line: string): string =>
  line.length < 60
    ? line
    : line.replace(longToken, blankOut).replace(/\S+/g, (token) => (isEndless(token) ? blankOut(token) : token));

const latinOnly = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\p{M}]+$/u;
/** Scripts without spaces have long runs. */
const isEndless = (token: string) => token.length > LONGEST_KEPT_TOKEN && latinOnly.test(token.slice(0, 400));

/** Settings of a page between two rulers at its very beginning. */
const frontMatter = /^---[ \t]*\n(?:[\w-]{1,60}:[^\n]{0,500}\n|[ \t][^\n]{0,500}\n){1,60}---[ \t]*(?=\n|$)/;

/** Marks the lines that open or close a block. An odd last one opens nothing, or all text after it would be lost. */
const fencesOf = (lines: readonly string[]): boolean[] => {
  const fences = lines.map((line) => fence.test(line));
  if (fences.filter(Boolean).length % 2 === 1) fences[fences.lastIndexOf(true)] = false;
  return fences;
};

/** Blanks code blocks, dumps and other lines that nobody says. Line breaks stay. */
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
