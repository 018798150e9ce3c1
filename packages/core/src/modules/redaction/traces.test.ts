import type { Candidate, IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { expect, it } from 'vitest';
import type { IngestResult, ReviewTraces, TenantRepositories } from '../../ports/records.js';
import { NOON } from '../../testing/builders.js';
import type { Forgotten } from './forgotten.js';
import { ANSWER_BYTES } from './redact-answer.js';
import { findTraces, redactTraces } from './traces.js';

const said = 'Ana keeps bees.';

const answerOf = (traceId: string): IngestAnswer => {
  const repeat = { content: said, sourceSpan: said, duplicateOf: 'gone', tags: [], rationale: 'why' };
  const summary = { candidates: 1, accepted: 0, rejected: 1 };
  const rejectedMemories = [repeat as unknown as Candidate];
  return { success: true, traceId, status: 'done', summary, acceptedMemories: [], rejectedMemories, warnings: [] };
};

/** Each text has an answer of this many bytes, as it is told. */
const stage = (count: number, bytes: number) => {
  const texts = Array.from({ length: count }, (_, at) => ({ traceId: `trace ${at}`, artifactId: `text ${at}` }));
  const contents = new Map(texts.map(({ artifactId }) => [artifactId, `I heard it: ${said}`]));
  const read: number[] = [];
  const rewritten: string[] = [];
  const nothing = async () => [];
  const repositories = {
    reviews: { tracing: nothing, getMany: nothing },
    memories: { drawnFrom: nothing },
    artifacts: {
      lock: nothing,
      texts: async (ids: readonly string[]) => ids.map((id) => ({ id, content: contents.get(id) ?? '' })),
      async rewrite(changed: readonly { id: string; content: string }[]) {
        for (const { id, content } of changed) contents.set(id, content);
      },
    },
    ingests: {
      repeating: async () => texts,
      answers: async ({ artifactIds }: { artifactIds: readonly string[] }) =>
        texts.filter(({ artifactId }) => artifactIds.includes(artifactId)).map((one) => ({ ...one, bytes })),
      async results(traceIds: readonly string[]) {
        read.push(traceIds.length);
        const some = texts.filter(({ traceId }) => traceIds.includes(traceId));
        return some.map((one) => ({ ...one, result: answerOf(one.traceId) }) as unknown as IngestResult);
      },
      heldSizes: nothing,
      async rewriteResults(rows: readonly { traceId: string }[]) {
        rewritten.push(...rows.map(({ traceId }) => traceId));
      },
    },
    idempotency: { forget: async () => undefined },
  } as unknown as TenantRepositories;
  return { repositories, contents, read, rewritten };
};

const gone: Forgotten = {
  id: 'gone',
  ownerEntityId: null,
  keeps: null,
  wordings: [said],
  artifactId: null,
  span: null,
};

it.each([
  ['a few small ones together', 10, 1000, [10]],
  ['long ones one by one', 5, ANSWER_BYTES, [1, 1, 1, 1, 1]],
])('answers that repeat a forgotten memory lose it: %s', async (_which, count, bytes, parts) => {
  const { repositories, contents, read, rewritten } = stage(count, bytes);
  await redactTraces(repositories, await findTraces(repositories, [gone]), NOON);
  expect(read).toEqual(parts);
  expect(rewritten).toHaveLength(count);
  expect(new Set(contents.values())).toEqual(new Set(['I heard it: ███████████████']));
});

it('a history that is too long to be held is read as often for many texts as for few', async () => {
  const readings = async (texts: number) => {
    let read = 0;
    const wordings = {
      async *[Symbol.asyncIterator]() {
        read += 1;
        yield said;
      },
    };
    const { repositories, contents } = stage(texts, 1000);
    await redactTraces(repositories, await findTraces(repositories, [{ ...gone, wordings }]), NOON);
    expect(new Set(contents.values())).toEqual(new Set(['I heard it: ███████████████']));
    return read;
  };
  expect(await readings(10)).toBe(await readings(2));
});

it('many small texts take as many statements as few', async () => {
  const statements = async (texts: number) => {
    let sent = 0;
    const counting = <Methods extends object>(methods: Methods): Methods =>
      new Proxy(methods, {
        get(of, name) {
          sent += 1;
          return Reflect.get(of, name);
        },
      });
    const { repositories, contents } = stage(texts, 1000);
    const counted = Object.fromEntries(
      Object.entries(repositories).map(([name, methods]) => [name, counting(methods)]),
    );
    const given = counted as unknown as TenantRepositories;
    await redactTraces(given, await findTraces(given, [gone]), NOON);
    expect(new Set(contents.values())).toEqual(new Set(['I heard it: ███████████████']));
    return sent;
  };
  expect(await statements(800)).toBe(await statements(2));
});

it('a history that is too long to be held is read once for the contexts of many texts', async () => {
  const contexts = Array.from({ length: 1200 }, (_, at) => ({
    ...{ id: `memory ${String(at).padStart(4, '0')}`, sourceArtifactId: `text ${at % 60}`, span: null },
    context: at % 100 === 0 ? `Ben asked. ${said}` : 'Ben asked.',
  }));
  const { repositories } = stage(60, 1000);
  const memories = {
    drawnFrom: async (ids: readonly string[], { having, after }: { having: string; after: string | null }) =>
      having === 'context' && after === null ? contexts.filter((one) => ids.includes(one.sourceArtifactId)) : [],
    contexts: async (ids: readonly string[]) => contexts.filter(({ id }) => ids.includes(id)),
  };
  let read = 0;
  const wordings = {
    async *[Symbol.asyncIterator]() {
      read += 1;
      yield said;
    },
  };
  const { contextsOf } = await findTraces({ ...repositories, memories } as unknown as TenantRepositories, [
    { ...gone, wordings },
  ]);
  expect(contextsOf.toSorted()).toEqual(
    Array.from({ length: 12 }, (_, at) => `memory ${String(at * 100).padStart(4, '0')}`),
  );
  // Once for reviews of the same words.
  expect(read).toBe(2);
});

it('the words of reviews that go are not looked for in each other', async () => {
  const page = Array.from({ length: 100 }, (_, at) => ({
    ...{ id: `review ${at}`, ownerEntityId: null, sourceArtifactId: 'text 0' },
    candidate: { content: said, sourceSpan: said, span: { start: 12, end: 27 } },
  }));
  const { repositories } = stage(1, 1000);
  let asked = 0;
  const reviews = {
    tracing: async () => page.map(({ id }) => id),
    getMany: async (ids: readonly string[]) => page.filter(({ id }) => ids.includes(id)),
    get: async (id: string) => {
      asked += 1;
      return page.find((one) => one.id === id) ?? null;
    },
    remove: async () => undefined,
  };
  const idempotency = { forget: async () => undefined };
  const given = { ...repositories, reviews, idempotency } as unknown as TenantRepositories;
  const traces = await findTraces(given, [gone]);
  expect(traces.reviewIds).toHaveLength(100);
  await redactTraces(given, traces, NOON);
  expect(asked).toBe(0);
});

it('the places of words in a text are not compared with the place of each memory and review that stays', async () => {
  const places = 1000;
  let looks = 0;
  /** Tells how often its start is looked at. */
  const placed = (at: number) => ({
    end: at + 1,
    get start() {
      looks += 1;
      return at;
    },
  });
  const text = 'x '.repeat(places);
  const forgotten = Array.from({ length: places }, (_, at) => ({
    ...{ ...gone, id: `gone ${at}`, wordings: [], artifactId: 'text 0' },
    span: placed(2 * at),
  }));
  const staying = Array.from({ length: places }, (_, at) => ({
    ...{ id: `memory ${String(at).padStart(4, '0')}`, sourceArtifactId: 'text 0' },
    span: { start: 2 * places - 2 * at - 1, end: 2 * places - 2 * at + (at % 100 === 99 ? 1 : 0) },
  }));
  const waiting = staying.map(({ span }, at) => ({
    ...{ id: `review ${String(at).padStart(4, '0')}`, ownerEntityId: null, sourceArtifactId: 'text 0' },
    candidate: { content: 'y', sourceSpan: 'y', span },
  }));
  const removed: string[] = [];
  const { repositories, contents } = stage(1, 1000);
  contents.set('text 0', text);
  const given = {
    ...repositories,
    memories: {
      drawnFrom: async (_ids: readonly string[], { having, after }: { having: string; after: string | null }) =>
        having === 'place' && after === null ? staying : [],
    },
    reviews: {
      tracing: async ({ artifactIds }: ReviewTraces) => (artifactIds.length > 0 ? waiting.map(({ id }) => id) : []),
      getMany: async (wanted: readonly string[]) => waiting.filter(({ id }) => wanted.includes(id)),
      remove: async (ids: readonly string[]) => void removed.push(...ids),
    },
    idempotency: { forget: async () => undefined },
  } as unknown as TenantRepositories;
  const keptIn = await redactTraces(given, await findTraces(given, forgotten), NOON);
  const over = staying.flatMap((_one, at) => (at % 100 === 99 && at > 0 ? [String(at).padStart(4, '0')] : []));
  expect(keptIn).toEqual(over.map((at) => `memory ${at}`));
  expect(removed).toEqual(over.map((at) => `review ${at}`));
  expect(looks).toBeLessThan(100 * places);
});
