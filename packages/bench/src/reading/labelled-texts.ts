import type { SourceText, Turn } from '@hippocamp/shared/language/statement';
import type { Tier } from '@hippocamp/shared/schemas/common';
import { linesOf } from '../reading/labelled.js';

/** A fact of a text: what holds all needles holds it. */
export interface LabelledFact {
  quote: string;
  needles: string[];
  tier: Tier;
}

interface LabelledMessage extends Pick<Turn, 'role'> {
  name?: string;
  content: string;
}

/** A whole text with its facts and with pieces of it that nobody wants; see `labelled/README.md`. */
export interface LabelledText {
  name: string;
  kind: string;
  input: { content: string; messages?: undefined } | { content?: undefined; messages: LabelledMessage[] };
  facts: LabelledFact[];
  noise: string[];
}

/** What stands in a system prompt is nobody's fact. */
const isSomebodys = ({ kind }: LabelledText): boolean => kind !== 'system_prompt';

export const readReportTexts = (): LabelledText[] =>
  linesOf<LabelledText>('texts/texts-report.jsonl').filter(isSomebodys);

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

/** As the service has it: messages one below the other, with their places. */
export function sourceTextOf({ kind, input }: Pick<LabelledText, 'kind' | 'input'>): SourceText {
  const source = sourceOf(kind);
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
