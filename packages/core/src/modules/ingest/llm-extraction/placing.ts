import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import { normaliseText } from '@hippocamp/shared/text/cleaned';
import type { Extraction, ReaderVersions } from '../../../ports/extractor.js';
import type { ModelStatement } from '../../../ports/reading-model.js';
import type { Span } from '../../../ports/records.js';
import { overlap } from '../../text/redaction.js';
import { textKey } from '../../text/text-keys.js';
import type { Part } from './parts-of-text.js';

/** UTF-16 units. A longer span of the model is placed nowhere. */
const LONGEST_SPAN = 1000;
/** Statements that the model may draw from one place. */
const MOST_AT_PLACE = 5;
/** Statements before it that may say who "she" is, or where "there" is. */
const MOST_BEFORE = 2;

export interface Placed {
  extraction: Extraction;
  /** The words of its sentences, then the same with the statements before them. */
  said: [here: string, ...others: string[]];
}

interface Word extends Span {
  word: string;
}

/** Only words are compared, because a model may change quotes, spaces, case and punctuation. */
const wordsIn = (text: string, offset = 0): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => {
    const start = offset + index;
    return { word: word.toLowerCase(), start, end: start + word.length };
  });

const findIn = (piece: readonly Word[], span: readonly Word[], from: number): Span | null => {
  const at = piece.findIndex(
    ({ start }, place) => start >= from && span.every(({ word }, next) => piece[place + next]?.word === word),
  );
  const [first, last] = [piece[at], piece[at + span.length - 1]];
  return first && last ? { start: first.start, end: last.end } : null;
};

/** The place of the words within one message. Of several, the first after the previous statement. */
const placeOf = (pieces: readonly (readonly Word[])[], span: string, from: number): Span | null => {
  const wanted = span.length > LONGEST_SPAN ? [] : wordsIn(span);
  if (wanted.length === 0) return null;
  for (const after of [from, 0])
    for (const piece of pieces) {
      const found = findIn(piece, wanted, after);
      if (found) return found;
    }
  return null;
};

/** System prompts, the assistant's words and borrowed words say nothing about a person. */
const isNobodys = ({ role, borrowed }: Statement): boolean => role === 'system' || role === 'assistant' || borrowed;

const together = (statements: readonly Statement[]): string => statements.map(({ content }) => content).join(' ');

const saidBefore = (statements: readonly Statement[], { start }: Statement): Statement[] =>
  statements.filter((one) => !isNobodys(one) && one.start < start).slice(-MOST_BEFORE);

interface Placing {
  given: SourceText;
  part: Part;
  /** The local reader's statements of the whole text. They show who speaks and what came before. */
  statements: readonly Statement[];
  by: ReaderVersions;
}

/** Null when the words are nobody's. Such a statement is dropped without a warning. */
function placed(
  { span: _span, tier, ...modelStatement }: ModelStatement,
  place: Span,
  { given, statements, by }: Placing,
) {
  const around = statements.filter((statement) => overlap(statement, place));
  const own = around.filter((statement) => !isNobodys(statement));
  const [first] = own;
  if (around.length > 0 && !first) return null;
  const start = Math.min(place.start, ...own.map((one) => one.start));
  const end = Math.max(place.end, ...own.map((one) => one.end));
  const sourceSpan = given.text.slice(start, end);
  const extraction: Extraction = {
    ...modelStatement,
    rationale: 'Told by the language model.',
    ...{ start, end, sourceSpan, memoryType: tier, by: `${by.extractor} ${by.prompt}` },
    context: first?.context ?? null,
    speaker: first?.speaker ?? null,
    instructs: own.some(({ instructs }) => instructs),
  };
  const here = first ? together(own) : sourceSpan;
  const before = first ? saidBefore(statements, first) : [];
  const said: Placed['said'] = before.length > 0 ? [here, `${together(before)} ${here}`] : [here];
  return { extraction, said };
}

/** In text order. `unfounded` counts those that stand nowhere in the part, or exceed `MOST_AT_PLACE`. */
export function placeStatements(
  found: readonly ModelStatement[],
  placing: Placing,
): { placed: Placed[]; unfounded: number } {
  const { given, part } = placing;
  const pieces = part.pieces.map(({ start, end }) => wordsIn(given.text.slice(start, end), start));
  const all: Placed[] = [];
  const counts = new Map<number, number>();
  const known = new Set<string>();
  let [unfounded, from] = [0, part.start];
  for (const modelStatement of found) {
    const place = placeOf(pieces, modelStatement.span, from);
    const one = place && placed(modelStatement, place, placing);
    if (place) from = place.start;
    const count = one ? (counts.get(one.extraction.start) ?? 0) : 0;
    if (!place || count >= MOST_AT_PLACE) unfounded += 1;
    if (!one || count >= MOST_AT_PLACE) continue;
    counts.set(one.extraction.start, count + 1);
    const key = `${one.extraction.start} ${textKey(normaliseText(modelStatement.content))}`;
    if (!known.has(key)) all.push(one);
    known.add(key);
  }
  return { placed: all.sort((one, other) => one.extraction.start - other.extraction.start), unfounded };
}
