import { randomUUID } from 'node:crypto';
import type { Api, ApiAnswer } from '../client.js';
import type { Random } from '../random.js';
import { sentence } from '../sentence.js';

/** The requests of one tenant, and their effects as far as the answers tell. */
export interface History {
  api: Api;
  /** Acknowledged and not touched again: id to content. */
  kept: Map<string, string>;
  deleted: Map<string, string>;
  ingests: Map<string, string>;
  sent: Set<string>;
  /** Ids whose last change had no answer or no success, so they may be in either state. */
  unknown: Set<string>;
  statuses: Map<number, number>;
}

export const historyOf = (api: Api): History => ({
  api,
  kept: new Map(),
  deleted: new Map(),
  ingests: new Map(),
  sent: new Set(),
  unknown: new Set(),
  statuses: new Map(),
});

/** Null when the connection broke, so it is unknown whether the request was done. */
async function tried(history: History, request: Promise<ApiAnswer>): Promise<ApiAnswer | null> {
  try {
    const answer = await request;
    history.statuses.set(answer.status, (history.statuses.get(answer.status) ?? 0) + 1);
    return answer;
  } catch (error) {
    // fetch rejects with a TypeError when the connection breaks; another error is a failure of the test.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

let numbers = 0;

const newText = (history: History, random: Random) => {
  numbers += 1;
  const text = sentence(numbers, random);
  history.sent.add(text);
  return text;
};

const create = async (history: History, random: Random) => {
  const content = newText(history, random);
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await tried(history, history.api.post('/memories', { tier: 'episodic', content }, headers));
  if (answer?.status === 201) history.kept.set(answer.body.data.id, content);
};

const ingest = async (history: History, random: Random) => {
  const content = newText(history, random);
  const prefer: Record<string, string> = random.next() < 0.5 ? { prefer: 'respond-async' } : {};
  const answer = await tried(history, history.api.post('/ingest', { content, source: 'note' }, prefer));
  if (answer?.status === 200 || answer?.status === 202) history.ingests.set(answer.body.data.traceId, content);
};

const taken = (history: History, random: Random): [string, string] | null => {
  const all = [...history.kept];
  if (all.length < 3) return null;
  const chosen = random.pick(all);
  history.kept.delete(chosen[0]);
  return chosen;
};

const update = async (history: History, random: Random) => {
  const chosen = taken(history, random);
  if (!chosen) return;
  const content = newText(history, random);
  const answer = await tried(history, history.api.patch(`/memories/${chosen[0]}`, { content }));
  if (answer?.status === 200) history.kept.set(chosen[0], content);
  else history.unknown.add(chosen[0]);
};

const remove = async (history: History, random: Random) => {
  const chosen = taken(history, random);
  if (!chosen) return;
  const answer = await tried(history, history.api.delete(`/memories/${chosen[0]}`));
  if (answer?.status === 200) history.deleted.set(...chosen);
  else history.unknown.add(chosen[0]);
};

const query = async (history: History, random: Random) => {
  const before = new Set(history.deleted.keys());
  const text = random.pick([...history.deleted.values(), 'Which crate is it?']);
  const answer = await tried(history, history.api.post('/memories/query', { text, k: 20 }));
  if (answer?.status !== 200) return;
  for (const { memory } of answer.body.data.results) {
    if (before.has(memory.id)) throw new Error(`a deleted memory was found: ${memory.id}`);
  }
};

const kinds = [create, create, create, ingest, ingest, update, remove, query];

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Sends requests of all kinds, a few at once. Returns a function that stops it and waits for the last answers. */
export function startWorkload(histories: readonly History[], random: Random): () => Promise<void> {
  let stopped = false;
  const sender = async (history: History) => {
    while (!stopped) {
      await random.pick(kinds)(history, random);
      // Without a pause a service that refuses everything would be flooded, unlike by real users.
      await pause(random.whole(5, 40));
    }
  };
  const senders = Promise.all(histories.flatMap((history) => [sender(history), sender(history)]));
  // A failure reaches the caller when it stops the workload.
  senders.catch(() => undefined);
  return async () => {
    stopped = true;
    await senders;
  };
}
