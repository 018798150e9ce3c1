import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import { createBlocks } from './blocks.js';
import { readComponents } from './components/component-passages.js';
import { contextsIn } from './context.js';
import { readJson } from './json/json-passages.js';
import { passagesOf } from './layout/passages-of.js';
import { roleOf } from './layout/speakers.js';
import { maskHtml } from './masks/html.js';
import { maskMail, senderOf } from './masks/mail.js';
import { maskMarkdown } from './masks/markdown.js';
import { maskNoise } from './masks/noise.js';
import { unwrap } from './masks/unwrap.js';
import { ownStatements } from './own-statements.js';
import { saidIn } from './statements/said.js';
import { statementsOf } from './statements/statements-of.js';
import { type Talk, talkOf } from './talk.js';
import { placed, type ReadPart, readTurns } from './turns.js';

/** The text as a person sees it, as long as it was: what nobody says is blank, markup is hidden. */
const masked = (text: string, isMail: boolean): string =>
  unwrap(maskMarkdown(maskNoise(maskMail(maskHtml(text), isMail))));

const readText = (text: string, isChat: boolean, said: string | null = null): ReadPart => {
  const sender = senderOf(text);
  const seen = masked(text, sender !== null);
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

/** The statements of a text by its layout and rules of English; other languages get their sentences without them. */
export function segment(given: SourceText): Statement[] {
  const { text, source, turns, before = [] } = given;
  const isTalk = source === 'chat' || turns !== undefined;
  if (!turns && before.length === 0) {
    const { masked: seen, passages } = readForm(text) ?? readText(text, source === 'chat');
    const setting = {
      masked: seen,
      source,
      isTalk,
      contextOf: contextsIn(text, passages),
      isInBlock: createBlocks(text),
    };
    return statementsOf(saidIn(seen, passages, isTalk), setting).map(({ statement }) => statement);
  }
  const heard = talkOf(given);
  const { talk, read } = turns ? { talk: heard, read: readTalk(heard) } : readAfter(heard, given);
  const setting = {
    masked: read.masked,
    source,
    isTalk,
    contextOf: contextsIn(talk.text, read.passages),
    isInBlock: createBlocks(talk.text),
  };
  return ownStatements(statementsOf(saidIn(read.masked, read.passages, isTalk), setting), talk);
}
