import { envelope } from '@hippocamp/shared/schemas/common';
import { queryAnswer } from '@hippocamp/shared/schemas/query';
import { createQuestions } from '../../data/questions.js';
import { type Client, expectSuccess } from '../../measure/client.js';
import type { Send } from '../../measure/closed-loop.js';
import { K, type Weights } from '../ask.js';
import { createDraw, type Place } from './places.js';

export interface Asked {
  tenant: string;
  text: string;
}

/** The gateway keeps the vectors of a few questions, so no embedding is measured. */
const QUESTIONS = 20;

/** The gateway caches the vectors of a thousand questions of all tenants. */
const REMEMBERED = 900;

/** Larger tenants of a place are asked more often. */
export function questionsFor(place: Place): Asked[] {
  const draw = createDraw(place, 5);
  const question = createQuestions('words of the memories', place.memories);
  const texts = Array.from({ length: QUESTIONS }, question);
  const count = place.tenants === 1 ? QUESTIONS : Math.min(REMEMBERED, 2 * place.tenants);
  return Array.from({ length: count }, (_, index) => ({ tenant: draw(), text: texts[index % QUESTIONS] ?? '' }));
}

const schema = envelope(queryAnswer);

export const explainOf = (text: string) => {
  const { explain } = schema.parse(JSON.parse(text)).data;
  if (!explain) throw new Error('the answer does not explain itself');
  return explain;
};

export function createAsking(client: Client, asked: readonly Asked[], weights: Weights, explain?: true): Send {
  let next = 0;
  return async () => {
    const { tenant = '', text } = asked[next % asked.length] ?? {};
    next += 1;
    return expectSuccess(
      await client.post('/memories/query', tenant, JSON.stringify({ text, k: K, weights, explain })),
    );
  };
}
