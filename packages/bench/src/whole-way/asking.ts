import type { Hippocamp } from '@hippocamp/sdk';
import { answerShare } from './answer-words.js';
import type { Found } from './figures.js';
import type { Asked } from './talks.js';

const K = 10;
const TOKENS = 400;

interface Shown {
  content: string;
  speaker?: string | null;
  occurredAt: string;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const shown = ({ content, speaker, occurredAt }: Shown): string =>
  `${content} ${speaker ?? ''} ${day.format(new Date(occurredAt))}`;

/** `turnsOf` gives the turns that a memory was drawn from. */
export async function ask(
  memory: Hippocamp,
  { question, answer, evidence }: Asked,
  turnsOf: (id: string) => readonly string[],
): Promise<Found> {
  const { results } = await memory.memories.query({ text: question, k: K, weights: { semantic: 1 } });
  const { messages } = await memory.context.build({ currentInput: question, maxTokens: TOKENS });
  const found = new Set(results.flatMap((result) => turnsOf(result.memory.id)));
  const context = messages.slice(0, -1).map(({ content }) => content);
  return {
    recall: [...evidence].filter((id) => found.has(id)).length / evidence.size,
    words: answerShare(answer, results.map((result) => shown(result.memory)).join(' ')),
    inContext: answerShare(answer, context.join(' ')),
  };
}
