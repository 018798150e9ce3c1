import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import { HIDDEN } from '../spans.js';
import { readComponents } from './components.js';
import { readJson } from './json/json-passages.js';
import { sheetIn } from './layout/forms.js';
import { passagesOf, type ReadPart } from './layout/passages-of.js';
import { roleOf } from './layout/speakers.js';
import { maskHtml, maskMail, maskMarkdown, maskNoise, senderOf } from './masks.js';
import { createBlocks } from './statements/borrowed.js';
import { saidIn } from './statements/said.js';
import { contextsIn, statementsOf } from './statements/statements-of.js';
import { ownStatements, placed, readTurns, type Talk, talkOf } from './talk.js';

/** Lines that begin something of their own and never go on with the line before. */
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

/** Hard-wrapped paragraphs become one line; every unit stays where it is. */
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
  // As a person sees it, as long as it was: what nobody says is blank, markup is hidden.
  const seen = unwrap(maskMarkdown(maskNoise(maskMail(maskHtml(text), sender !== null))));
  const hasSpeakers = roleOf(said) !== 'assistant';
  return { masked: seen, passages: passagesOf(seen, { isChat, author: sender ?? said, hasSpeakers }) };
};

/** Texts that programs write, by their form. */
const readForm = (text: string): ReadPart | null => readJson(text) ?? readComponents(text);

const readTalk = ({ text, turns }: Talk): ReadPart =>
  readTurns(text, turns, (part, author) => readForm(part) ?? readText(part, true, author));

/** A text that was not sent as messages, after those that were said before it. */
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

/** A text as a talk and as it is read, with what was said around it; null where nothing was. */
function readWithTalk(given: SourceText): { talk: Talk; read: ReadPart } | null {
  const { turns, before = [] } = given;
  if (!turns && before.length === 0) return null;
  const talk = talkOf(given);
  return turns ? { talk, read: readTalk(talk) } : readAfter(talk, given);
}

/** The statements of a text by its layout and rules of English; other languages get their sentences without them. */
export function segment(given: SourceText): Statement[] {
  const { source, turns } = given;
  const isTalk = source === 'chat' || turns !== undefined;
  const around = readWithTalk(given);
  const text = around?.talk.text ?? given.text;
  const { masked: seen, passages } = around?.read ?? readForm(text) ?? readText(text, source === 'chat');
  const contextOf = contextsIn(text, passages);
  const setting = { masked: seen, source, isTalk, contextOf, isInBlock: createBlocks(text) };
  const found = statementsOf(saidIn(seen, passages, isTalk), setting);
  return around ? ownStatements(found, around.talk) : found.map(({ statement }) => statement);
}
