import { readdirSync } from 'node:fs';
import type { SourceText, Statement, Turn } from '@hippocamp/shared/language/statement';
import type { Tier } from '@hippocamp/shared/schemas/common';
import { linesOf } from './labelled.js';

/** A statement that holds all needles holds the fact. */
export interface LabelledFact {
  quote: string;
  needles: string[];
  tier: Tier;
}

interface LabelledMessage extends Pick<Turn, 'role'> {
  name?: string;
  content: string;
}

/** A text with its facts and its noise; `labelled/README.md` describes the files. */
export interface LabelledText {
  name: string;
  kind: string;
  /** The source that a client would name; the kind decides where it is left out. */
  source?: SourceText['source'];
  input: { content: string; messages?: undefined } | { content?: undefined; messages: LabelledMessage[] };
  facts: LabelledFact[];
  noise: string[];
}

/** A system prompt holds nobody's facts. */
const isSomebodys = ({ kind }: LabelledText): boolean => kind !== 'system_prompt';

export const readReportTexts = (): LabelledText[] =>
  linesOf<LabelledText>('texts/texts-report.jsonl').filter(isSomebodys);

const folder = new URL('../../labelled/texts/', import.meta.url);

/** One file for each author; the report texts are by other authors. */
export const readTrainingTexts = (): { author: string; texts: LabelledText[] }[] =>
  readdirSync(folder)
    .filter((name) => /^texts-[a-z]\.jsonl$/.test(name))
    .sort()
    .map((name) => ({
      author: name.slice('texts-'.length, -'.jsonl'.length).toUpperCase(),
      texts: linesOf<LabelledText>(`texts/${name}`).filter(isSomebodys),
    }));

const NOTES = new Set(['voice_note', 'notes_terse', 'checklist']);
const DOCUMENTS = new Set([
  ...['document', 'readme', 'changelog', 'csv', 'markdown_table', 'key_value', 'meeting_minutes', 'mail_thread'],
  ...['calendar_ics', 'vcard', 'form', 'html'],
]);

const sourceOf = (kind: string): SourceText['source'] => {
  if (kind === 'log' || kind.startsWith('webhook_')) return 'event';
  if (NOTES.has(kind)) return 'note';
  return DOCUMENTS.has(kind) ? 'document' : 'chat';
};

/** The service's form: messages one below the other, with their places. */
export function sourceTextOf({
  kind,
  input,
  source = sourceOf(kind),
}: Pick<LabelledText, 'kind' | 'input' | 'source'>): SourceText {
  if (input.messages === undefined) return { text: input.content, source };
  const turns: Turn[] = [];
  let text = '';
  for (const { role, name = null, content } of input.messages) {
    const start = text === '' ? 0 : text.length + 1;
    text = text === '' ? content : `${text}\n${content}`;
    turns.push({ start, end: text.length, role, name });
  }
  return { text, source, turns };
}

/** The share of the shorter place that two places must have in common. */
const SHARED = 0.5;

const lower = (text: string): string => text.toLowerCase();

type Saying = Pick<Statement, 'content' | 'heading' | 'speaker' | 'start' | 'end'>;

/** All needles must be in the words, the heading or the speaker. */
export function holds({ content, heading, speaker }: Saying, { needles }: Pick<LabelledFact, 'needles'>): boolean {
  const said = lower(`${content} ${heading ?? ''} ${speaker ?? ''}`);
  return needles.every((needle) => said.includes(lower(needle)));
}

/** Whether most of the part is noise, or most of the noise is in the part. */
export function overlaps({ start, end, content }: Saying, noise: string, text: string): boolean {
  const at = text.indexOf(noise);
  if (at < 0) return lower(content).includes(lower(noise));
  const shared = Math.min(end, at + noise.length) - Math.max(start, at);
  return shared >= SHARED * Math.min(noise.length, end - start);
}
