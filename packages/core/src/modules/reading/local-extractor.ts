import type { Kept } from '@hippocamp/shared/language/judgement';
import {
  type EarlierMessage,
  isAssistants,
  type SourceText,
  type Statement,
} from '@hippocamp/shared/language/statement';
import {
  type JudgedPiece,
  type JudgedText,
  type PlacedVerdict,
  READ_WHOLE,
  type Verdict,
} from '@hippocamp/shared/language/verdict';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Extraction, Extractor, ReaderVersions } from '../../ports/extractor.js';
import type { Judge } from '../../ports/judge.js';
import type { Language } from '../../ports/language.js';
import type { Span } from '../../ports/records.js';
import { overlapWithAny } from '../text/redaction.js';
import { createTextMap, distinctTexts, textKey } from '../text/text-keys.js';

/** The longest part of the line before a statement that is shown to the judge, UTF-16 units. */
const LEAD = 60;

/** System messages are not judged: a judge would take the talk after them for a play. */
const isSaid = ({ role }: Pick<EarlierMessage, 'role'> | Pick<Statement, 'role'>): boolean => role !== 'system';

/** A heading comes before the speaker. Without a label, the writer of a chat is its user. */
function labelOf({ kind, heading, speaker, role, source }: Statement): string | null {
  if ((kind === 'item' || kind === 'row') && heading !== null) return heading;
  return speaker ?? role ?? (source === 'chat' ? 'user' : null);
}

/** The words of the line before a statement that belong to no other statement, without the speaker's label. */
function between(text: string, from: number, start: number, label: string | null): string {
  const line = text.slice(Math.max(from, start - LEAD), start);
  const words = line.slice(line.lastIndexOf('\n') + 1).trim();
  return label !== null && words.startsWith(`${label}:`) ? words.slice(label.length + 1).trim() : words;
}

/** UTF-8 bytes of the pieces in which a judge reads a long statement, and of their overlap. */
const [PIECE, AGAIN] = [READ_WHOLE, 40];

/** The later pieces of a long statement, because an injection may follow a long beginning. */
function furtherPieces(words: string): string[] {
  if (words.length <= PIECE / 4) return [];
  const bytes = Buffer.from(words);
  const count = Math.ceil((bytes.length - PIECE) / (PIECE - AGAIN));
  return Array.from({ length: Math.max(0, count) }, (_, place) => {
    const start = (place + 1) * (PIECE - AGAIN);
    return bytes
      .subarray(start, start + PIECE)
      .toString()
      .replaceAll('\uFFFD', '');
  });
}

/** Texts judged beside a statement: its disguised content and its later pieces. */
const besides = ({ disguised, words }: Statement): string[] => [
  ...disguised.flatMap((reading) => [reading, ...furtherPieces(reading)]),
  ...furtherPieces(words),
];

/** The statements as a judge reads them, after the earlier messages. */
export function judgedPieces(
  { text, turns = [], before = [] }: SourceText,
  statements: readonly Statement[],
): JudgedPiece[] {
  const unjudged = ({ name, role, content }: EarlierMessage): JudgedPiece => ({
    lead: `${name ?? role}:`,
    text: content,
    isJudged: false,
  });
  let last: { label: string | null; turn: number | null } | undefined;
  let end = 0;
  let next = 0;
  /** Messages off the record before the message of a place that are not shown yet. */
  const unkeptBefore = (start: number): EarlierMessage[] => {
    const from = next;
    while ((turns[next]?.start ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return turns.slice(from, next).flatMap(({ unkept = [] }) => unkept);
  };
  const said = statements.filter(isSaid).flatMap((statement): JudgedPiece[] => {
    const { start, turn } = statement;
    const label = labelOf(statement);
    const isSameTurn = last?.turn === turn;
    const begins = last?.label !== label || !isSameTurn;
    const unkept = unkeptBefore(start);
    const opened = turns[next - 1]?.start ?? 0;
    const words = between(text, Math.max(end, opened), start, label);
    last = { label, turn };
    end = Math.max(end, statement.end);
    const lead = begins && label !== null ? `${label}: ${words}`.trim() : words;
    const hidden = besides(statement).map((reading) => ({ lead: '', text: reading, isJudged: true }));
    return [...unkept.filter(isSaid).map(unjudged), { lead, text: statement.words, isJudged: true }, ...hidden];
  });
  return [...before.filter(isSaid).map(unjudged), ...said];
}

/** Groups the verdicts on `judgedPieces` by statement. System messages get none. */
export function verdictsOf(
  statements: readonly Statement[],
  verdicts: readonly (Verdict | null)[],
): (readonly (Verdict | null)[])[] {
  let place = 0;
  return statements.map((statement) => {
    const from = place;
    if (isSaid(statement)) place += 1 + besides(statement).length;
    return verdicts.slice(from, place);
  });
}

/** Counts the statements that no kept text covers. Statements are in text order. */
export function uncovered(statements: readonly Span[], kept: readonly Span[]): number {
  const inOrder = kept.toSorted((first, second) => first.start - second.start);
  let next = 0;
  let reached = 0;
  return statements.filter(({ start, end }) => {
    for (let one = inOrder[next]; one && one.start < end; one = inOrder[next]) {
      reached = Math.max(reached, one.end);
      next += 1;
    }
    return reached <= start;
  }).length;
}

/** Whether each statement lies within a kept text. Statements are in text order. */
export function keptAmong(statements: readonly Span[], kept: readonly Span[]): boolean[] {
  const inOrder = kept.toSorted((first, second) => first.start - second.start);
  let next = 0;
  let reached = 0;
  return statements.map(({ start, end }) => {
    for (let one = inOrder[next]; one && one.start <= start; one = inOrder[next]) {
      reached = Math.max(reached, one.end);
      next += 1;
    }
    return end <= reached;
  });
}

/** Bytes of UTF-8 below which no order is looked for, so that names cost no reading: "Ana Lind", "Passwords". */
const SHORTEST_ORDER = 20;

/** Texts of others that the contents of statements take up: questions, headings, names. */
function addedTo(statements: readonly Statement[]): string[] {
  const said = statements.filter(isSaid);
  const judged = new Set(said.flatMap(({ words, spoken }) => [textKey(words), textKey(spoken)]));
  const texts = said.flatMap(({ question, after, earlier, heading, speaker, content }) => [
    ...[question, after, earlier, isAssistants(speaker) ? null : speaker],
    heading !== null && content.includes(heading) ? heading : null,
  ]);
  return distinctTexts(texts.flatMap((text) => text ?? [])).filter(
    (text) => Buffer.byteLength(text) >= SHORTEST_ORDER && !judged.has(textKey(text)),
  );
}

/** A text of any length, for a judge that reads it alone. */
export const inPieces = (text: string): string[] => [text, ...furtherPieces(text)];

export const aloneAs = (text: string): JudgedPiece => ({ lead: '', text, isJudged: true, alone: true });

/** Texts judged once more alone, because their surroundings may hide an instruction. */
const aloneOf = (statements: readonly Statement[], all: boolean): string[][] =>
  statements.map((statement) =>
    isSaid(statement) && (all || statement.instructs) ? [statement.words, ...besides(statement)] : [],
  );

interface Verdicts {
  /** On each statement, first in its surroundings, then alone. Undefined when no judge answers. */
  own: (readonly (Verdict | null)[])[] | undefined;
  added: JudgedText[];
}

async function verdictsOn(
  tenant: TenantId,
  { given, statements, all }: { given: SourceText; statements: readonly Statement[]; all: boolean },
  judge: Judge | null,
): Promise<Verdicts> {
  if (statements.length === 0) return { own: judge ? [] : undefined, added: [] };
  const pieces = judgedPieces(given, statements);
  const alone = pieces.length > 1 ? aloneOf(statements, all) : [];
  const added = addedTo(statements);
  const texts = distinctTexts([...alone.flat(), ...added.flatMap(inPieces)]);
  const once = texts.map(aloneAs);
  const said = await judge?.judge(tenant, [...pieces, ...once]);
  if (!said) return { own: undefined, added: added.map((text) => ({ text, verdicts: [] })) };
  const again = createTextMap(
    texts.map((text, place) => [text, said[said.length - texts.length + place] ?? null] as const),
  );
  const onAlone = (of: readonly string[] = []) => of.map((text) => again.get(text) ?? null);
  return {
    own: verdictsOf(statements, said).map((verdicts, place) => [...verdicts, ...onAlone(alone[place])]),
    added: added.map((text) => ({ text, verdicts: onAlone(inPieces(text)) })),
  };
}

export interface ExtractDependencies {
  language: Pick<Language, 'segment' | 'judge' | 'versions'>;
  /** Null when only the form of a statement is used. */
  judge: Judge | null;
  keepsAssistant: boolean;
  /** Judges every statement alone too, for texts where an instruction does most harm. */
  looksTwice?: boolean;
}

/** A quoted question or statement stands before the words. */
const quotedUntil = ({ content, words, question, after, quotesBefore }: Statement): number =>
  quotesBefore && (question !== null || after !== null) ? content.length - words.length : 0;

const extraction = (
  { text, before: earlier = [] }: SourceText,
  statement: Statement,
  judgement: Kept,
  isJudged: boolean,
): Extraction => {
  const { content, start, end, context, contextBefore, speaker } = statement;
  const { tier, importance, confidence, tags, rationale, by, instructs, corrects, amends, perhapsUnmeant } = judgement;
  const judged = { memoryType: tier, importance, confidence, tags, rationale, by };
  const before = contextBefore === undefined ? {} : { contextBefore };
  const quoted = earlier.length > 0 ? { quotedUntil: quotedUntil(statement) } : {};
  const place = { sourceSpan: text.slice(start, end), start, end, context, ...before, ...quoted, speaker };
  const block = statement.block === null ? {} : { inBlock: true };
  const right = { ...(corrects ? { corrects } : {}), ...(amends ? { amends } : {}) };
  const meant = perhapsUnmeant ? { perhapsUnmeant } : {};
  return { content, ...judged, ...place, instructs, isJudged, ...block, ...right, ...meant };
};

export const spokenBy = (extractions: readonly Extraction[], keepsAssistant: boolean): Extraction[] =>
  extractions.filter(({ speaker }) => keepsAssistant || !isAssistants(speaker));

interface LocalReading {
  statements: Statement[];
  extractions: Extraction[];
  /** Empty when only the form was used. */
  verdicts: PlacedVerdict[];
  isJudged: boolean;
}

/** Answers the statements in text order. */
export async function readLocally(
  tenant: TenantId,
  given: SourceText,
  { language, judge, keepsAssistant, looksTwice = false }: ExtractDependencies,
): Promise<LocalReading> {
  const statements = await language.segment(tenant, given);
  const { own: verdicts, added } = await verdictsOn(tenant, { given, statements, all: looksTwice }, judge);
  const judgements = await language.judge(tenant, statements, verdicts, added);
  const isJudged = judge !== null && verdicts !== undefined;
  const isWording = overlapWithAny(statements.filter(({ instructs }) => instructs));
  const found = statements.flatMap((statement, place) => {
    const judgement = judgements[place];
    if (!judgement?.keep) return [];
    const one = extraction(given, judgement.joined ?? statement, judgement, isJudged);
    return [isJudged && !one.instructs && isWording(one) ? { ...one, overrules: true as const } : one];
  });
  const extractions = spokenBy(found, keepsAssistant);
  const areKept = keptAmong(statements, extractions);
  const placed = statements.flatMap((statement, place) => {
    const verdict = verdicts?.[place]?.[0];
    const { start, end } = statement;
    return verdict ? [{ ...verdict, start, end, isKept: areKept[place] ?? false }] : [];
  });
  return { statements, extractions, verdicts: placed, isJudged };
}

export const versionsReadBy = (
  { language: { versions }, judge }: Pick<ExtractDependencies, 'language' | 'judge'>,
  { isJudged }: Pick<LocalReading, 'isJudged'>,
): ReaderVersions => ({ extractor: isJudged && judge ? judge.id : versions.extractor, prompt: versions.prompt });

/** The reader that ships with the service. It needs no network. */
export const createLocalExtractor = (dependencies: ExtractDependencies): Extractor => ({
  async extract(tenant, text) {
    const read = await readLocally(tenant, text, dependencies);
    const { statements, extractions, verdicts } = read;
    const leftOut = uncovered(statements, extractions);
    return { extractions, warnings: [], by: versionsReadBy(dependencies, read), leftOut, verdicts };
  },
});
