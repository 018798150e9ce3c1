import { HIDDEN, isEmpty, type Span, trimSpan } from '../../words/spans.js';
import { hasVerb } from '../../words/verbs.js';
import {
  createFieldReader,
  createLogReader,
  createTableReader,
  type FieldReader,
  isLeveled,
  type LogReader,
  sheetIn,
  type TableReader,
} from './forms.js';
import { hasStamp, type Label, labelOf, speakersIn } from './speakers.js';

export interface Passage extends Span {
  kind: 'prose' | 'item' | 'row' | 'log' | 'heading' | 'member';
  speaker: string | null;
  /** Counts the labelled turns; lines with the same number belong together. */
  turn: number;
  heading: Span | null;
  said?: string;
}

export interface ReadPart {
  /** The mask is as long as the part. */
  masked: string;
  passages: Passage[];
}

/** Lines have no white space at their ends. Blank lines in a row are one empty span. */
function linesOf(masked: string): Span[] {
  const lines: Span[] = [];
  for (let start = 0; start <= masked.length; ) {
    const newline = masked.indexOf('\n', start);
    const end = newline < 0 ? masked.length : newline;
    const line = trimSpan(masked, { start, end });
    if (!isEmpty(line) || !isEmpty(lines.at(-1) ?? { start: 0, end: 0 })) lines.push(line);
    start = end + 1;
  }
  return lines;
}

const itemMark = /^(?:[-*•–+◦▪‣·][ \t\uFFFF]+|\(?\d{1,3}[.)][ \t]+|\(?[a-z][.)][ \t]+(?=\S{2}))(?:\[[ xX]\][ \t]+)?/u;
const quoteMark = /^(?:>\s?)+/;
const headMark = /^#{1,6}\s+/;

function withoutMarks(masked: string, span: Span): { span: Span; isItem: boolean } {
  let { start } = span;
  let isItem = false;
  for (const mark of [quoteMark, itemMark, headMark]) {
    const found = mark.exec(masked.slice(start, Math.min(span.end, start + 40)));
    if (!found || isItem) continue;
    start += found[0].length;
    isItem = mark === itemMark;
  }
  return { span: trimSpan(masked, { start, end: span.end }), isItem };
}

const marked = /^#{1,6}\s+\S/;
const introduces = /^[^.!?]{2,80}[:：]$/;
const capitals = /^[\p{Lu}\p{N}][\p{Lu}\p{N}\s&/,'’-]{3,60}$/u;
const numbered = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.)\s+\p{Lu}[^.!?:;]{2,60}$/u;
const titled = /^\p{Lu}[^.!?:;,]{1,60}$/u;
const underline = /^(?:={3,}|-{3,})$/;

const MOST_WORDS = 6;

interface Surroundings {
  before: string;
  after: string;
  /** True when no text follows that it could head. */
  isLast: boolean;
  isChat: boolean;
}

const isTitle = (line: string): boolean =>
  titled.test(line) && line.split(/\s+/).length <= MOST_WORDS && !hasVerb(line);

/** A short line without verb and full stop is a heading if text follows it. */
function isHeading(line: string, { before, after, isLast, isChat }: Surroundings): boolean {
  if (line.length > 120) return false;
  if (marked.test(line) || (introduces.test(line) && !isLast)) return true;
  if (isChat || isLast) return false;
  if (underline.test(after) || (capitals.test(line) && /\p{L}{3}/u.test(line))) return true;
  if (before !== '') return false;
  return isTitle(line) || (numbered.test(line) && after === '' && !hasVerb(line));
}

const ruler = /^[\s\-=*_~#]{3,}$/;

interface PassageOptions {
  isChat: boolean;
  /** Speaks where no label does, such as the sender of a mail. */
  author: string | null;
  /** Whether a label at the start of a line may name a speaker. An assistant's answer has lists and no speakers. */
  hasSpeakers: boolean;
}

class PassageReader {
  readonly #masked: string;
  readonly #options: PassageOptions;
  readonly #lines: Span[];
  readonly #texts: string[];
  readonly #labels: (Label | null)[];
  readonly #speakers: ReadonlySet<string>;
  readonly #isExport: boolean;
  readonly #table: TableReader = createTableReader();
  readonly #log: LogReader;
  readonly #fields: FieldReader;
  readonly #sheet: ReadonlyMap<number, string>;
  #speaker: string | null;
  #turn = 0;
  #heading: Span | null = null;

  constructor(masked: string, options: PassageOptions) {
    this.#masked = masked;
    this.#options = options;
    this.#lines = linesOf(masked);
    this.#texts = this.#lines.map(({ start, end }) => masked.slice(start, end));
    this.#labels = this.#texts.map((line) => (line === '' || isLeveled(line) ? null : labelOf(line)));
    this.#speakers = options.hasSpeakers ? speakersIn(this.#labels, options.isChat) : new Set();
    this.#isExport = this.#labels.some((label) => label?.isStamped);
    this.#log = createLogReader(this.#texts);
    this.#fields = createFieldReader(this.#texts.map((line) => line.replaceAll(HIDDEN, '')));
    this.#sheet = sheetIn(this.#texts);
    this.#speaker = options.author;
  }

  read(): Passage[] {
    return this.#lines.flatMap((line, position) => this.#line(line, position));
  }

  #line(line: Span, position: number): Passage[] {
    const text = this.#texts[position] ?? '';
    const label = this.#labels[position] ?? null;
    if (text === '') return this.#endParagraph();
    const row = this.#sheet.get(position);
    if (row !== undefined) return row === '' ? [] : [{ ...this.#passage(line, 'row', row), speaker: null }];
    const section = this.#fields.section(text);
    if (section !== null) return this.#startHeading({ start: line.start + text.indexOf(section), end: line.end - 1 });
    if (label && this.#speakers.has(label.speaker)) return this.#startTurn(line, label);
    // In an export, a line with a time and without a name is a notice of the program.
    if (this.#isExport && hasStamp(text)) return [];
    return this.#form(line, position) ?? (this.#isHeading(position) ? this.#startHeading(line) : this.#words(line));
  }

  /** Rows, fields, log lines and rulers; null for a line of words. */
  #form(line: Span, position: number): Passage[] | null {
    const text = this.#texts[position] ?? '';
    const cells = this.#table.read(text, this.#texts[position + 1] ?? '');
    if (cells !== null) return cells === '' ? [] : [this.#passage(line, 'row', cells)];
    const set = this.#fields.read(text.replaceAll(HIDDEN, ''));
    if (set !== null) return set === '' ? [] : [{ ...this.#passage(line, 'row', set), speaker: null }];
    const event = this.#log.read(text);
    if (event !== null) return event === '' ? [] : [{ ...this.#passage(line, 'log', event), speaker: null }];
    return ruler.test(text) ? [] : null;
  }

  #words(line: Span): Passage[] {
    const { span, isItem } = withoutMarks(this.#masked, line);
    return isEmpty(span) ? [] : [this.#passage(span, isItem ? 'item' : 'prose')];
  }

  #passage(span: Span, kind: Passage['kind'], said?: string): Passage {
    const base = { ...span, kind, speaker: this.#speaker, turn: this.#turn, heading: this.#heading };
    return said === undefined ? base : { ...base, said };
  }

  /** In a chat the speaker continues after a blank line. Elsewhere a blank line ends the speech. */
  #endParagraph(): Passage[] {
    if (!this.#options.isChat) this.#speaker = this.#options.author;
    return [];
  }

  #startTurn(line: Span, label: Label): Passage[] {
    this.#speaker = label.speaker;
    this.#turn += 1;
    this.#heading = null;
    const words = trimSpan(this.#masked, { start: line.start + label.length, end: line.end });
    return isEmpty(words) ? [] : [this.#passage(words, 'prose')];
  }

  #startHeading(line: Span): Passage[] {
    if (this.#speaker === null || !this.#options.isChat) this.#speaker = this.#options.author;
    const { span } = withoutMarks(this.#masked, line);
    this.#heading = isEmpty(span) ? null : span;
    return isEmpty(span) ? [] : [{ ...this.#passage(span, 'heading'), heading: null }];
  }

  #isHeading(position: number): boolean {
    const rest = this.#texts.slice(position + 1, position + 3);
    return isHeading((this.#texts[position] ?? '').replaceAll(HIDDEN, ''), {
      before: this.#texts[position - 1] ?? '',
      after: rest[0] ?? '',
      isLast: rest.every((text) => text === ''),
      isChat: this.#options.isChat && this.#speakers.size > 0,
    });
  }
}

export const passagesOf = (masked: string, options: PassageOptions): Passage[] =>
  new PassageReader(masked, options).read();
