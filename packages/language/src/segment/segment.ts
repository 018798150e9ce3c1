import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import { readComponents } from './components/component-passages.js';
import { contextsIn } from './context.js';
import { readJson } from './json/json-passages.js';
import { passagesOf } from './layout/passages-of.js';
import { maskHtml } from './masks/html.js';
import { maskMail, senderOf } from './masks/mail.js';
import { maskMarkdown } from './masks/markdown.js';
import { maskNoise } from './masks/noise.js';
import { unwrap } from './masks/unwrap.js';
import { saidIn } from './statements/said.js';
import { statementsOf } from './statements/statements-of.js';
import { type ReadPart, readTurns } from './turns.js';

/** The text as a person sees it, as long as it was: what nobody says is blank, markup is hidden. */
const masked = (text: string, isMail: boolean): string =>
  unwrap(maskMarkdown(maskNoise(maskMail(maskHtml(text), isMail))));

const readText = (text: string, isChat: boolean, said: string | null = null): ReadPart => {
  const sender = senderOf(text);
  const seen = masked(text, sender !== null);
  return { masked: seen, passages: passagesOf(seen, { isChat, author: sender ?? said }) };
};

/** Texts that programs write, by their form. */
const readForm = (text: string): ReadPart | null => readJson(text) ?? readComponents(text);

const read = ({ text, source, turns }: SourceText): ReadPart =>
  turns
    ? readTurns(text, turns, (part, author) => readForm(part) ?? readText(part, true, author))
    : (readForm(text) ?? readText(text, source === 'chat'));

/** The statements of a text by its layout and rules of English; other languages get their sentences without them. */
export function segment(given: SourceText): Statement[] {
  const { text, source } = given;
  const { masked: seen, passages } = read(given);
  const isTalk = source === 'chat' || given.turns !== undefined;
  return statementsOf(saidIn(seen, passages, isTalk), {
    masked: seen,
    source,
    isTalk,
    contextOf: contextsIn(text, passages),
  });
}
