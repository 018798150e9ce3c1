import type { EarlierMessage, SourceText, Statement, Turn } from '@hippocamp/shared/language/statement';
import { HIDDEN, type Span } from '../words/spans.js';
import { createAllowance, toldWithin } from './allowance.js';
import { readComponents } from './components.js';
import { readJson } from './json/json-passages.js';
import { sheetIn } from './layout/forms.js';
import { type Passage, passagesOf, type ReadPart } from './layout/passages-of.js';
import { roleOf } from './layout/speakers.js';
import { maskHtml, maskMail, maskMarkdown, maskNoise, senderOf } from './masks.js';
import { createBlocks } from './statements/borrowed.js';
import { saidIn } from './statements/said.js';
import { contentOf, contextsIn, type Placed, statementsOf } from './statements/statements-of.js';

/** A message of the text itself, one said before it, or one off the record. */
type Standing = 'own' | 'before' | 'unkept';

interface HeardTurn extends Omit<Turn, 'unkept'> {
  standing: Standing;
  /** A place in the talk minus this is the place in the text. */
  shift: number;
}

/** A text together with the messages before it and within it that only explain it. */
interface Talk {
  text: string;
  turns: HeardTurn[];
}

const BETWEEN = '\n';

export function talkOf({ text, turns = [], before = [] }: Pick<SourceText, 'text' | 'turns' | 'before'>): Talk {
  const talk: Talk = { text: '', turns: [] };
  const add = (content: string, who: Pick<Turn, 'role' | 'name'>, standing: Standing, at: number) => {
    const start = talk.text === '' && talk.turns.length === 0 ? 0 : talk.text.length + BETWEEN.length;
    talk.text = start === 0 ? content : talk.text + BETWEEN + content;
    talk.turns.push({ role: who.role, name: who.name, start, end: talk.text.length, standing, shift: start - at });
  };
  const hear = (message: EarlierMessage, standing: Standing) => add(message.content, message, standing, 0);
  for (const message of before) hear(message, 'before');
  for (const { start, end, unkept = [], ...who } of turns) {
    for (const message of unkept) hear(message, 'unkept');
    add(text.slice(start, end), who, 'own', start);
  }
  return talk;
}

const TURNS_OF_MESSAGE = 10_000;

const messageOf = (turn: number): number => Math.floor(turn / TURNS_OF_MESSAGE);

/** A named person is labelled with the name. */
const labelOf = ({ role, name }: Turn): string | null => {
  if (role === 'tool') return null;
  return role === 'user' && name !== null ? name : role;
};

const moved = <Place extends Span>(place: Place, by: number): Place => ({
  ...place,
  start: place.start + by,
  end: place.end + by,
});

const placed = (passage: Passage, by: number, message: number): Passage => ({
  ...moved(passage, by),
  heading: passage.heading && moved(passage.heading, by),
  turn: passage.turn + message * TURNS_OF_MESSAGE,
});

/** Reads each message by itself, so that nothing in it can pass for another message. */
function readTurns(
  text: string,
  turns: readonly Turn[],
  read: (part: string, author: string | null) => ReadPart,
): ReadPart {
  let masked = text;
  const passages = turns.flatMap((turn, message) => {
    const part = read(text.slice(turn.start, turn.end), labelOf(turn));
    masked = masked.slice(0, turn.start) + part.masked + masked.slice(turn.end);
    // A label in a user's message may name someone who is quoted. All other messages have one speaker.
    const speaks = turn.role === 'user' ? {} : { speaker: labelOf(turn) };
    return part.passages.map((passage) => ({ ...placed(passage, turn.start, message), ...speaks }));
  });
  return { masked, passages };
}

const openFrom = (turns: readonly HeardTurn[], place: number): number =>
  Math.max(0, ...turns.filter(({ standing, end }) => standing === 'unkept' && end <= place).map(({ end }) => end));

/** The context begins after the last off-record message. Earlier messages lie outside the text and come as words. */
function contextIn(
  { text, turns }: Talk,
  { start, end }: Span,
  shift: number,
): Pick<Statement, 'context' | 'contextBefore'> {
  const from = Math.max(start, openFrom(turns, end));
  const earlier = turns.findLast(({ standing, end: ends }) => standing === 'before' && ends > from);
  const ownFrom = earlier ? Math.min(end, earlier.end + 1) : from;
  const context =
    ownFrom < end && text.slice(ownFrom, end).trim() !== '' ? { start: ownFrom - shift, end: end - shift } : null;
  return { context, ...(earlier && from < earlier.end ? { contextBefore: text.slice(from, earlier.end) } : {}) };
}

const isBefore = ({ turns }: Talk, quoted: Span | null): boolean =>
  quoted !== null && turns.some(({ standing, end }) => standing === 'before' && quoted.start < end);

const isUnkept = ({ turns }: Talk, quoted: Span | null): boolean =>
  quoted !== null &&
  turns.some(({ standing, start, end }) => standing === 'unkept' && quoted.start < end && quoted.end > start);

/** Off-record words are never quoted. */
const unquoted = (statement: Statement): Statement => {
  const alone = { ...statement, question: null, after: null, earlier: null };
  return { ...alone, content: contentOf(alone) };
};

function ownStatements(found: readonly Placed[], talk: Talk): Statement[] {
  return found.flatMap(({ statement, quoted, turn }) => {
    const message = talk.turns[messageOf(turn)];
    if (message?.standing !== 'own') return [];
    const { shift } = message;
    const hides = isUnkept(talk, quoted);
    const reach = quoted && !hides ? quoted.start : statement.start;
    const { context: near } = statement;
    const context = { start: Math.min(near?.start ?? statement.start, reach), end: near?.end ?? statement.start };
    const place = { start: statement.start - shift, end: statement.end - shift, ...contextIn(talk, context, shift) };
    const before = isBefore(talk, quoted) ? { quotesBefore: true as const } : {};
    return [{ ...(hides ? unquoted(statement) : statement), ...place, ...before }];
  });
}

/** Such a line never continues the one before. */
const beginsAnew =
  /^\s*(?:$|[-*•–+#>|]|\d{1,3}[.)]\s|\[|<|\(?\d{1,4}[-/.:]\d|[\p{L}\p{M}'’. -]{1,40}(?:\([^)\n]{1,30}\))?:(?:\s|$))/u;
const endsSentence = /[.!?:;…。！？؟"”»)\]]\s*$/u;
const item = /^\s*(?:[-*•–+]|\d{1,3}[.)])\s/;
const heading = /^\s*#/;

const WRAPPED = 50;

const goesOn = (line: string, next: string): boolean => {
  const isItem = item.test(line);
  if (isItem ? !/^\s{2,}\S/.test(next) : line.length < WRAPPED) return false;
  return !endsSentence.test(line.slice(-20)) && !heading.test(line) && !beginsAnew.test(next.replaceAll(HIDDEN, ''));
};

/** Joins hard-wrapped lines; each character keeps its place. */
function unwrap(text: string): string {
  const lines = text.split('\n');
  const sheet = sheetIn(lines.map((line) => line.trim()));
  const separatorAfter = (line: string, position: number): string => {
    const next = lines[position + 1];
    if (next === undefined) return '';
    return goesOn(line, next) && !sheet.has(position + 1) ? ' ' : '\n';
  };
  return lines.map((line, position) => line + separatorAfter(line, position)).join('');
}

const readText = (text: string, isChat: boolean, said: string | null = null): ReadPart => {
  const sender = senderOf(text);
  // The text as a person sees it, at the same length.
  const seen = unwrap(maskMarkdown(maskNoise(maskMail(maskHtml(text), sender !== null))));
  const hasSpeakers = roleOf(said) !== 'assistant';
  return { masked: seen, passages: passagesOf(seen, { isChat, author: sender ?? said, hasSpeakers }) };
};

const readForm = (text: string): ReadPart | null => readJson(text) ?? readComponents(text);

const readTalk = ({ text, turns }: Talk): ReadPart =>
  readTurns(text, turns, (part, author) => readForm(part) ?? readText(part, true, author));

function readAfter(talk: Talk, { text, source }: SourceText): { talk: Talk; read: ReadPart } {
  const own = readForm(text) ?? readText(text, source === 'chat');
  const earlier = readTalk(talk);
  const start = talk.text.length + 1;
  const turn = {
    role: 'user' as const,
    name: null,
    start,
    end: start + text.length,
    standing: 'own' as const,
    shift: start,
  };
  return {
    talk: { text: `${talk.text}\n${text}`, turns: [...talk.turns, turn] },
    read: {
      masked: `${earlier.masked}\n${own.masked}`,
      passages: [...earlier.passages, ...own.passages.map((passage) => placed(passage, start, talk.turns.length))],
    },
  };
}

function readWithTalk(given: SourceText): { talk: Talk; read: ReadPart } | null {
  const { turns, before = [] } = given;
  if (!turns && before.length === 0) return null;
  const talk = talkOf(given);
  return turns ? { talk, read: readTalk(talk) } : readAfter(talk, given);
}

/** Statements by layout and rules of English. A text in another language gets its sentences without these rules. */
export function segment(given: SourceText): Statement[] {
  const { source, turns } = given;
  const isTalk = source === 'chat' || turns !== undefined;
  const around = readWithTalk(given);
  const text = around?.talk.text ?? given.text;
  const { masked: seen, passages: read } = around?.read ?? readForm(text) ?? readText(text, source === 'chat');
  const allows = createAllowance(text);
  const passages = toldWithin(seen, read, allows);
  const contextOf = contextsIn(text, passages);
  const setting = { masked: seen, source, isTalk, contextOf, isInBlock: createBlocks(text), allows };
  const found = statementsOf(saidIn(seen, passages, isTalk), setting);
  return around ? ownStatements(found, around.talk) : found.map(({ statement }) => statement);
}
