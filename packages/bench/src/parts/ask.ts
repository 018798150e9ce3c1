import type { MemoryQuery } from '@hippocamp/shared/schemas/query';
import { createQuestions, type QuestionKind } from '../data/questions.js';
import { type Client, expectSuccess } from '../measure/client.js';
import type { Send } from '../measure/closed-loop.js';
import { tenantOf } from './fill.js';

export const K = 10;

export type Weights = MemoryQuery['weights'];

export interface Asking {
  size: number;
  kind?: QuestionKind;
  weights?: Weights;
  explain?: boolean;
  seed: number;
}

export function createAsk(
  client: Client,
  { size, kind = 'words of the memories', weights, explain, seed }: Asking,
): Send {
  const question = createQuestions(kind, seed);
  return async () => {
    const body = JSON.stringify({ text: question(), k: K, weights, explain });
    return expectSuccess(await client.post('/memories/query', tenantOf(size), body));
  };
}

export const createNothing =
  (client: Client): Send =>
  async () =>
    expectSuccess(await client.get('/livez'));
