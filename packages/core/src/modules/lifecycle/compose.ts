import type { MemoryRecord } from '../../ports/records.js';
import { normaliseText } from '../memories/normalise.js';

export const METHOD = 'extractive-1';

/** Of a long source only its beginning is taken, in whole sentences, code units. */
const LONGEST = 600;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const sentencesOf = (content: string): string[] => {
  const all = [...segmenter.segment(content)].map(({ segment }) => segment.trim()).filter(Boolean);
  let length = 0;
  const kept = all.filter((sentence) => {
    length += sentence.length;
    return length <= LONGEST;
  });
  return kept.length > 0 ? kept : [(all[0] ?? '').slice(0, LONGEST).toWellFormed()];
};

export interface Composed {
  content: string;
  /** Which part of the content is whose: code units, start inclusive, end exclusive. */
  sentences: { sourceId: string; start: number; end: number }[];
}

const inOrder = (first: MemoryRecord, second: MemoryRecord) =>
  first.occurredAt.getTime() - second.occurredAt.getTime() || (first.id < second.id ? -1 : 1);

/** One text of several memories: their sentences in the order of time, each once, none changed. Without a model. */
export function compose(sources: readonly MemoryRecord[]): Composed {
  const seen = new Set<string>();
  const sentences: Composed['sentences'] = [];
  let content = '';
  for (const source of [...sources].sort(inOrder)) {
    for (const sentence of sentencesOf(source.content)) {
      const same = normaliseText(sentence);
      if (seen.has(same)) continue;
      seen.add(same);
      const start = content === '' ? 0 : content.length + 1;
      content += content === '' ? sentence : `\n${sentence}`;
      sentences.push({ sourceId: source.id, start, end: content.length });
    }
  }
  return { content, sentences };
}
