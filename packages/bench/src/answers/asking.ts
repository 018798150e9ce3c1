import { envelope } from '@hippocamp/shared/schemas/common';
import { type QueryAnswer, queryAnswer } from '@hippocamp/shared/schemas/query';
import { type Client, expectSuccess } from '../measure/client.js';
import type { Weights } from '../parts/ask.js';
import type { Answered, AskedWorld, Unanswered } from './judge.js';
import { tenantOf, type WrittenWorld } from './writing.js';

/** More than any world has, so that the score of the right memory is known wherever it stands. */
const K = 100;

type Ask = (text: string) => Promise<QueryAnswer>;

const createAsk =
  (client: Client, world: string, weights?: Weights): Ask =>
  async (text) => {
    const body = JSON.stringify({ text, k: K, weights });
    const answer = expectSuccess(await client.post('/memories/query', tenantOf(world), body));
    return envelope(queryAnswer).parse(JSON.parse(answer.text)).data;
  };

async function answeredBy(ask: Ask, text: string, right: string, { idOf }: WrittenWorld): Promise<Answered> {
  const { results } = await ask(text);
  const ids = results.map(({ memory }) => idOf.get(memory.id) ?? null);
  const at = ids.indexOf(right);
  return { text, right, rank: at < 0 ? null : at + 1, score: results[at]?.score ?? null, first: ids[0] ?? null };
}

/** Asks everything that a world has to ask, one after the other. */
export async function askWorld(client: Client, written: WrittenWorld, weights?: Weights): Promise<AskedWorld> {
  const { world, questions, unanswerable, nonsense } = written.world;
  const ask = createAsk(client, world, weights);
  const answered: Answered[] = [];
  for (const { text, right } of questions) answered.push(await answeredBy(ask, text, right, written));
  const unanswered: Unanswered[] = [];
  for (const text of unanswerable) {
    const { results } = await ask(text);
    unanswered.push({ text, nonsense: nonsense.includes(text), best: results[0]?.score ?? 0 });
  }
  return { world, answered, unanswered };
}
