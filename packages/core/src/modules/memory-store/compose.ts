import { normaliseText } from '@hippocamp/shared/text/cleaned';
import type { DistilSource } from '../../ports/records.js';
import { textKey } from '../text/text-keys.js';

export type SentencesOf = (content: string) => readonly string[];

export const METHOD = 'extractive-1';

/** Sources that a memory is made of, the first by id. A client may import any number. */
export const MOST_SOURCES = 50;
/** UTF-16 units of a source that are used, in whole sentences. */
const LONGEST = 600;
/** Sentences of a memory. Each is attributed, and an import has to take that. */
const MOST_SENTENCES = 1000;

const beginningOf = (all: readonly string[]): string[] => {
  let length = 0;
  const kept = all.filter((sentence) => {
    length += sentence.length;
    return length <= LONGEST;
  });
  return kept.length > 0 ? kept : [(all[0] ?? '').slice(0, LONGEST).toWellFormed()];
};

/** UTF-16 units, end exclusive. */
export interface Sentence {
  sourceId: string;
  start: number;
  end: number;
}

export interface Distillate {
  method: string;
  content: string;
  sentences: readonly object[];
}

const isSentence = (value: unknown): value is Sentence => {
  const { sourceId, start, end } = (value ?? {}) as Partial<Sentence>;
  return typeof sourceId === 'string' && Number.isInteger(start) && Number.isInteger(end);
};

/** Null unless the sentences cover the whole content, one in each line. */
export function sentencesIn(content: string, given: unknown): Sentence[] | null {
  if (!Array.isArray(given) || !given.every(isSentence)) return null;
  const sentences = given.toSorted((first, second) => first.start - second.start);
  let next = 0;
  for (const { start, end } of sentences) {
    if (start !== next || end <= start || (end < content.length && content[end] !== '\n')) return null;
    next = end + 1;
  }
  return next === content.length + 1 ? sentences : null;
}

export function inLines<Attribution extends object>(lines: readonly { text: string; attribution: Attribution }[]) {
  let content = '';
  const sentences = lines.map(({ text, attribution }) => {
    const start = content === '' ? 0 : content.length + 1;
    content += content === '' ? text : `\n${text}`;
    return { ...attribution, start, end: content.length };
  });
  return { content, sentences };
}

type Told = Pick<DistilSource, 'id' | 'occurredAt'>;

export const inOrder = (first: Told, second: Told) =>
  first.occurredAt.getTime() - second.occurredAt.getTime() || (first.id < second.id ? -1 : 1);

/** Without a model: the sentences in the order of time, each once and unchanged. */
export function compose(sources: readonly DistilSource[], sentencesOf: SentencesOf) {
  const lines = new Map<string, { text: string; attribution: { sourceId: string } }>();
  for (const { id, content } of [...sources].sort(inOrder)) {
    for (const text of beginningOf(sentencesOf(content))) {
      const same = textKey(normaliseText(text));
      if (lines.has(same)) continue;
      if (lines.size === MOST_SENTENCES) return inLines([...lines.values()]);
      lines.set(same, { text, attribution: { sourceId: id } });
    }
  }
  return inLines([...lines.values()]);
}
