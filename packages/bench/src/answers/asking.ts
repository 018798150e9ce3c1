import type { Hippocamp, QueryMemoriesAnswer } from '@hippocamp/sdk';
import type { Weights } from '../parts/ask.js';
import type { Answered, AskedWorld, Unanswered } from './judge.js';
import { tenantOf, type WrittenWorld } from './writing.js';

/** No world has as many memories, so the right one's score is known wherever it stands. */
const K = 100;

type Ask = (text: string) => Promise<QueryMemoriesAnswer>;

const createAsk =
  ({ memories }: Hippocamp, weights?: Weights): Ask =>
  (text) =>
    memories.query({ text, k: K, ...(weights ? { weights } : {}) });

async function answeredBy(ask: Ask, text: string, right: string, { idOf }: WrittenWorld): Promise<Answered> {
  const { results } = await ask(text);
  const ids = results.map(({ memory }) => idOf.get(memory.id) ?? null);
  const at = ids.indexOf(right);
  return { text, right, rank: at < 0 ? null : at + 1, score: results[at]?.score ?? null, first: ids[0] ?? null };
}

export async function askWorld(memory: Hippocamp, written: WrittenWorld, weights?: Weights): Promise<AskedWorld> {
  const { world, questions, unanswerable, nonsense } = written.world;
  const ask = createAsk(memory.forTenant(tenantOf(world)), weights);
  const answered: Answered[] = [];
  for (const { text, right } of questions) answered.push(await answeredBy(ask, text, right, written));
  const unanswered: Unanswered[] = [];
  for (const text of unanswerable) {
    const { results } = await ask(text);
    unanswered.push({ text, nonsense: nonsense.includes(text), best: results[0]?.score ?? 0 });
  }
  return { world, answered, unanswered };
}
