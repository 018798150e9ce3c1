import { randomUUID } from 'node:crypto';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { create, createAll } from './actions.js';
import type { Api } from './client.js';
import type { Random } from './random.js';
import { sentence } from './sentence.js';

export const WRITES = 250;
const SENDERS = 6;

export interface Written {
  memories: { id: string; content: string }[];
  ingests: { traceId: string; content: string }[];
  sent: Set<string>;
  answered: number;
}

export async function sendWrites(api: Api, random: Random, onAnswer: (answered: number) => void): Promise<Written> {
  const written: Written = { memories: [], ingests: [], sent: new Set(), answered: 0 };
  let next = 0;
  const content = () => {
    const text = sentence(next++, random);
    written.sent.add(text);
    return text;
  };
  const kinds = [
    async () => {
      const text = content();
      const { id } = await create(api, text, {}, { 'idempotency-key': randomUUID() });
      written.memories.push({ id, content: text });
    },
    async () => {
      const texts = [content(), content(), content()];
      const memories = await createAll(
        api,
        texts.map((text) => ({ tier: 'semantic', content: text })),
      );
      written.memories.push(...memories);
    },
    async () => {
      const text = content();
      const answer = await api.post('/ingest', { content: text, source: 'note' });
      written.ingests.push({ traceId: (answer.body.data as IngestAnswer).traceId, content: text });
    },
    async () => {
      const text = content();
      const answer = await api.post('/ingest', { content: text, source: 'note' }, { prefer: 'respond-async' });
      written.ingests.push({ traceId: (answer.body.data as IngestAnswer).traceId, content: text });
    },
  ];
  const sender = async () => {
    while (next < WRITES) {
      try {
        await random.pick(kinds)();
      } catch (error) {
        // fetch rejects with a TypeError when the connection breaks; another error is a failure of the test.
        if (error instanceof TypeError) return;
        throw error;
      }
      written.answered += 1;
      onAnswer(written.answered);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return written;
}
