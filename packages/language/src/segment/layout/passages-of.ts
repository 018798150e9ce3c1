import { HIDDEN, isEmpty, type Span, trimSpan } from '../../spans.js';
import { createFieldReader, type FieldReader } from './fields.js';
import { isHeading } from './headings.js';
import { hasStamp, type Label, labelOf } from './labels.js';
import { linesOf, withoutMarks } from './lines.js';
import { createLogReader, isLeveled, type LogReader } from './log.js';
import type { Passage } from './passages.js';
import { sheetIn } from './sheet.js';
import { speakersIn } from './speakers.js';
import { createTableReader, type TableReader } from './table.js';

const ruler = /^[\s\-=*_~#]{3,}$/;

export interface PassageOptions {
  isChat: boolean;
  /** Who wrote all of it, as the head of a mail says. */
  author: string | null;
  /** Whether a label at the head of a line may name who speaks; an answer of an assistant has lists, and no speakers. */
  hasSpeakers: boolean;
}

/** Walks along the lines; knows who speaks, in which turn, and under which heading. */
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
    // In an export a line with a time and without a name is a notice of the program.
    if (this.#isExport && hasStamp(text)) return [];
    return this.#form(line, position) ?? (this.#isHeading(position) ? this.#startHeading(line) : this.#words(line));
  }

  /** Lines that say what they say by their form: rows, log lines, rulers. Null for words. */
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

  /** Who speaks in a chat goes on after a blank line; elsewhere a blank line ends what was said. */
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

/** Cuts a masked text into passages: turns, lines, items, rows; headings are known to those below them. */
export const passagesOf = (masked: string, options: PassageOptions): Passage[] =>
  new PassageReader(masked, options).read();
