import { type IngestAnswer, type IngestRequest, type ListMemoriesAnswer, WorkFailed } from '@hippocamp/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bringTexts, type IngestClient } from './bring-texts.js';
import { byTime, type Document, type Talk } from './found.js';
import { partsOf } from './parts.js';

const signal = new AbortController().signal;
const origin = { from: 'chatgpt', owner: undefined, name: 'Ann', timeZone: undefined };

class Killed extends Error {}

function createWorld() {
  const answered = new Map<string, IngestRequest>();
  const written = new Set<string>();
  let kills: boolean[] = [];
  const step = <Result>(work: () => Result): Result => {
    const kill = kills.shift();
    if (kill === true) throw new Killed();
    return work();
  };
  const answer = (request: IngestRequest) =>
    ({
      traceId: '',
      summary: { accepted: 1, rejected: 0, candidates: 1 },
      metadata: request.metadata,
    }) as unknown as IngestAnswer;
  const client: IngestClient = {
    async ingestAndWait(request, options) {
      step(() => answered.set(options?.idempotencyKey ?? '', request));
      return step(() => answer(request));
    },
    memories: {
      async list(query = {}) {
        const [[member, value] = ['', '']] = Object.entries(query.metadata ?? {});
        const memories = [...answered.values()].filter(({ metadata }) => metadata?.[member] === value);
        return { memories } as unknown as ListMemoriesAnswer;
      },
    },
  };
  const journal = {
    has: (mark: string) => written.has(mark),
    add: async (marks: readonly string[]) => step(() => marks.forEach((mark) => void written.add(mark))),
  };
  return {
    async run(texts: readonly (Talk | Document)[], killedAt: boolean[] = []) {
      kills = [...killedAt];
      const parts = byTime(texts).flatMap((text) => partsOf(text, origin));
      const bringing = { client, journal, signal, from: origin.from, onProgress: () => undefined };
      return bringTexts(parts, bringing).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return null;
      });
    },
    lose: () => written.clear(),
    read: () =>
      [...answered.values()].flatMap(({ messages, content }) => messages?.map((one) => one.content) ?? [content]),
  };
}

const talk = (id: string, contents: readonly string[]): Talk => ({
  kind: 'talk',
  id,
  title: `Talk ${id}`,
  startedAt: undefined,
  messages: contents.map((content, number) => ({
    id: `${id}-${number}`,
    role: 'user',
    content: `${id}.${number} ${content}`,
  })),
});

const talks = fc
  .array(fc.array(fc.string({ minLength: 1, maxLength: 9000 }), { minLength: 1, maxLength: 8 }), { maxLength: 4 })
  .map((all) => all.map((contents, number) => talk(String(number), contents)));
const kills = fc.array(fc.array(fc.boolean(), { maxLength: 6 }), { maxLength: 4 });

const piecesOf = (texts: readonly Talk[]) => texts.flatMap(({ messages }) => messages.map(({ content }) => content));

describe('texts that are brought', () => {
  it('are all read, and none twice, however often it is killed and run again, even where the journal is lost', async () => {
    await fc.assert(
      fc.asyncProperty(talks, kills, fc.boolean(), async (texts, killedAt, isLost) => {
        const world = createWorld();
        for (const at of killedAt) {
          await world.run(texts, at);
          if (isLost) world.lose();
        }
        await world.run(texts);
        expect(world.read().sort()).toEqual(piecesOf(texts).sort());
        expect(await world.run(texts)).toMatchObject({ sent: 0 });
      }),
      { seed: 20_261_129, numRuns: 60 },
    );
  });

  it('of a newer export are what is new in it', async () => {
    await fc.assert(
      fc.asyncProperty(talks, fc.nat(6), async (texts, kept) => {
        const world = createWorld();
        const earlier = texts.map((one) => ({ ...one, messages: one.messages.slice(0, kept) }));
        await world.run(earlier);
        await world.run(texts);
        expect(world.read().sort()).toEqual(piecesOf(texts).sort());
      }),
      { seed: 20_261_129, numRuns: 60 },
    );
  });

  it('are read once where a file was moved, and again where it changed', async () => {
    const world = createWorld();
    const note = (file: string, content: string): Document => {
      return { kind: 'document', title: file, content, source: 'note', at: undefined, metadata: { file } };
    };
    await world.run([note('a.md', 'The kettle is blue.')]);
    await world.run([note('b/a.md', 'The kettle is blue.')]);
    await world.run([note('b/a.md', 'The kettle is red.')]);
    expect(world.read()).toEqual(['The kettle is blue.', 'The kettle is red.']);
  });

  it('go in requests that a service takes', () => {
    const long = talk('1', ['a', 'b'.repeat(70_000), 'c'.repeat(15_000), ...Array.from({ length: 500 }, () => 'd')]);
    const requests = partsOf(long, origin).map((part) => part.requestWithout(() => false));
    for (const request of requests) {
      const messages = request?.messages ?? [];
      expect(messages.length).toBeLessThanOrEqual(200);
      expect(messages.reduce((sum, { content }) => sum + content.length, messages.length - 1)).toBeLessThanOrEqual(
        20_000,
      );
    }
    expect(requests.flatMap((request) => request?.messages?.map(({ content }) => content) ?? []).join('')).toBe(
      piecesOf([long]).join(''),
    );
  });
});

it('a text whose ingest has failed is told, and the others are sent', async () => {
  const documents = ['One.', 'Two.', 'Three.'].map(
    (content, at): Document => ({ id: `${at}`, title: content, content, at: new Date(at) }) as unknown as Document,
  );
  const parts = documents.flatMap((document) => partsOf(document, origin));
  const marks: string[] = [];
  const client: IngestClient = {
    async ingestAndWait({ content }) {
      if (content === 'Two.') throw new WorkFailed('018f0000-0000-7000-8000-000000000001', { error: 'No words.' });
      return { summary: { accepted: 1, rejected: 0 } } as unknown as IngestAnswer;
    },
    memories: { list: async () => ({ memories: [] }) as unknown as ListMemoriesAnswer },
  };
  const journal = { has: () => false, add: async (more: readonly string[]) => void marks.push(...more) };
  const brought = await bringTexts(parts, { client, journal, signal, from: 'notes', onProgress: () => undefined });
  expect(brought).toMatchObject({ parts: 3, sent: 2, accepted: 2 });
  expect(brought.refused).toEqual([{ title: 'Two.', message: expect.stringContaining('has failed: No words.') }]);
  expect(marks).toHaveLength(2);
});
