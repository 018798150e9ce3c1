import { normaliseText } from '@hippocamp/shared/text/cleaned';
import type { MemoryRecord } from '../../ports/records.js';

/** Splits a memory's content. */
export type SentencesOf = (content: string) => readonly string[];

export const METHOD = 'extractive-1';

/** A long source contributes only its beginning, in whole sentences, code units. */
const LONGEST = 600;

const beginningOf = (all: readonly string[]): string[] => {
  let length = 0;
  const kept = all.filter((sentence) => {
    length += sentence.length;
    return length <= LONGEST;
  });
  return kept.length > 0 ? kept : [(all[0] ?? '').slice(0, LONGEST).toWellFormed()];
};

/** A part of the content and whose it is: code units, start inclusive, end exclusive. */
export interface Sentence {
  sourceId: string;
  start: number;
  end: number;
}

/** The result of distilling: its text, its method, and the source of each sentence. */
export interface Distillate {
  method: string;
  content: string;
  sentences: readonly object[];
}

const isSentence = (value: unknown): value is Sentence => {
  const { sourceId, start, end } = (value ?? {}) as Partial<Sentence>;
  return typeof sourceId === 'string' && Number.isInteger(start) && Number.isInteger(end);
};

/** The sentences that a memory says it consists of, in order; null where they are not all of its text, each on its own. */
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

/** A sentence a line, each with whose it is and its place. */
export function inLines<Attribution extends object>(lines: readonly { text: string; attribution: Attribution }[]) {
  let content = '';
  const sentences = lines.map(({ text, attribution }) => {
    const start = content === '' ? 0 : content.length + 1;
    content += content === '' ? text : `\n${text}`;
    return { ...attribution, start, end: content.length };
  });
  return { content, sentences };
}

export const inOrder = (first: MemoryRecord, second: MemoryRecord) =>
  first.occurredAt.getTime() - second.occurredAt.getTime() || (first.id < second.id ? -1 : 1);

/** One text of several memories: their sentences in the order of time, each once, none changed. Without a model. */
export function compose(sources: readonly MemoryRecord[], sentencesOf: SentencesOf) {
  const lines = new Map<string, { text: string; attribution: { sourceId: string } }>();
  for (const { id, content } of [...sources].sort(inOrder)) {
    for (const text of beginningOf(sentencesOf(content))) {
      const same = normaliseText(text);
      if (!lines.has(same)) lines.set(same, { text, attribution: { sourceId: id } });
    }
  }
  return inLines([...lines.values()]);
}
