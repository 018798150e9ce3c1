import { isProblem } from '@hippocamp/shared/problems';
import type { TransferLine } from '@hippocamp/shared/schemas/transfer';
import { BY_CHANCE, chosenIds, chosenMembers, fullestBucketOf } from '@hippocamp/shared/text/testing/chosen';
import { expect, it } from 'vitest';
import {
  type ArtifactRecord,
  type HistoryEntry,
  type IngestRecord,
  type MemoryRecord,
  MOST_ASKED,
  MOST_NAMED,
  type RelationRecord,
  type ReviewRecord,
  type TenantRepositories,
} from '../../ports/records.js';
import { minutesAfter, NOON } from '../../testing/builders.js';
import { entryUnits } from '../memory-store/history-of.js';
import { storeHistory, storeLines } from './store-lines.js';

const entryOf = (version: number) => ({ version, change: 'updated', at: NOON }) as unknown as HistoryEntry;

const storing = async (
  versions: readonly number[],
  keptVersions: readonly number[],
  { ofMemory = 1000, begins, forgets = false }: { ofMemory?: number; begins?: Date; forgets?: boolean } = {},
) => {
  const kept = keptVersions.map(entryOf);
  const asked: (number | number[])[] = [];
  const statements: number[] = [];
  const added: number[] = [];
  const repositories = {
    memories: { get: async () => ({ version: ofMemory, updatedAt: NOON }) as MemoryRecord },
    history: {
      async page(_ids: readonly string[], after: { version: number } | null, limit: number) {
        asked.push(limit);
        return kept.filter(({ version }) => version > (after?.version ?? 0)).slice(0, limit);
      },
      async versions(_id: string, sought: readonly number[]) {
        asked.push([...sought]);
        return keptVersions.filter((version) => sought.includes(version));
      },
      add: async (entries: readonly HistoryEntry[]) => {
        added.push(...entries.map(({ version }) => version));
        kept.push(...entries);
      },
    },
  } as unknown as TenantRepositories;
  const own = {
    async transaction<Answer>(work: (given: TenantRepositories) => Promise<Answer>) {
      let sent = 0;
      const counted = <Part extends object>(part: Part): Part =>
        new Proxy(part, {
          get: (target, member) => {
            sent += 1;
            return Reflect.get(target, member);
          },
        });
      const { memories, history } = repositories;
      const answer = await work({ ...repositories, memories: counted(memories), history: counted(history) });
      statements.push(sent);
      if (forgets) kept.length = 0;
      return answer;
    },
  } as unknown as Parameters<typeof storeHistory>[0];
  const line = { kind: 'history', memoryId: 'm1', memoryUpdatedAt: begins, history: versions.map(entryOf) };
  const notTaken = await storeHistory(own, line as unknown as Parameters<typeof storeHistory>[1]);
  return { asked, added, statements, notTaken };
};

it('a line of history reads no more of what is there than it brings, however far apart its versions are', async () => {
  const { asked, added, notTaken } = await storing([2, 3, 900, 4, 901, 4, 1_000_000_000], [1, 2, 3, 5, 900]);
  expect(asked).toEqual([1, [2, 3, 4, 900, 901, 1_000_000_000]]);
  expect({ added, notTaken }).toEqual({ added: [4, 901], notTaken: null });
});

it('a line of history holds nobody up, however many entries it has and however far apart they are', async () => {
  const versions = Array.from({ length: 33_300 }, (_, place) => 2 * place + 3);
  const { added, statements } = await storing(versions, [1], { ofMemory: 1_000_000 });
  expect(added).toEqual(versions);
  expect(statements).toEqual(Array.from({ length: 67 }, () => 4));
});

it('a line of history whose versions share a bucket holds nobody up, and the last of equals is taken', async () => {
  const versions = chosenIds(5000).filter((id) => id > 1);
  const shuffled = [...versions].reverse();
  let added: number[] = [];
  const work = async () =>
    ({ added } = await storing([...shuffled, ...versions.slice(0, 3)], [1], { ofMemory: 2 ** 31 }));
  expect(await fullestBucketOf(work)).toBeLessThan(BY_CHANCE);
  expect(added).toEqual(versions);
});

it('states of a history whose names share a bucket are measured without listing these in a set', async () => {
  const state = { content: 'Tea at four.', ...chosenMembers(1000) };
  let units = 0;
  expect(await fullestBucketOf(() => (units = entryUnits({ before: null, after: state })))).toBeLessThan(BY_CHANCE);
  expect(units).toBe(200 + 12 + 1000 * 100);
});

it('a line of history brings nothing back that was forgotten, whether the memory changed since or not', async () => {
  expect(await storing([2, 3, 4], [])).toMatchObject({ added: [], notTaken: 'no_place' });
  expect(await storing([2, 3, 4], [7, 8])).toMatchObject({ added: [], notTaken: 'no_place' });
});

it('a line of history begins one where the line of the memory had no room for it, until the memory changes', async () => {
  const versions = Array.from({ length: 700 }, (_, place) => place + 1);
  expect(await storing(versions, [], { begins: NOON })).toMatchObject({ added: versions, notTaken: null });
  const changed = await storing(versions, [], { begins: minutesAfter(-1) });
  expect(changed).toMatchObject({ added: [], notTaken: 'no_place' });
});

it('a history that is forgotten while a line of it is taken does not go on', async () => {
  const versions = Array.from({ length: 700 }, (_, place) => place + 1);
  const { added, notTaken } = await storing(versions, [], { begins: NOON, forgets: true });
  expect({ last: added.at(-1), notTaken }).toEqual({ last: 500, notTaken: 'no_place' });
});

const problemIn = (error: unknown) => (isProblem(error) ? { error: error.problem, detail: error.detail } : error);

const storingLines = async (lines: readonly object[], takenTraces: readonly string[] = []) => {
  const traces = new Set<string | null>(takenTraces);
  const texts = new Set<string | null>();
  const reviews: ReviewRecord[] = [];
  const ends: (Date | null)[] = [];
  const nothing = async () => [];
  const repositories = {
    transfer: { present: nothing, removeTombstones: nothing, restore: nothing },
    memories: { insert: nothing },
    lifecycle: { addSources: nothing },
    outbox: { enqueue: nothing },
    artifacts: {
      isOfIngest: async (traceId: string) => traces.has(traceId),
      insert: async ({ ingestTraceId }: ArtifactRecord) => void traces.add(ingestTraceId),
    },
    ingests: {
      isOfText: async (artifactId: string) => texts.has(artifactId),
      async insert({ artifactId, finishedAt }: IngestRecord) {
        texts.add(artifactId);
        ends.push(finishedAt);
      },
    },
    reviews: { add: async (rows: readonly ReviewRecord[]) => void reviews.push(...rows) },
    // Those to "x" are there already.
    relations: { add: async (rows: RelationRecord[]) => rows.filter(({ toId }) => toId !== 'x').map(({ id }) => id) },
  } as unknown as TenantRepositories;
  const prepared = lines.map((line) => ({ line: line as TransferLine, memory: null }));
  const stored = await storeLines(repositories, prepared, NOON);
  return { stored: stored.length, reviews, ends };
};

it('one artifact of an ingest is stored, and any number of those that are of none', async () => {
  const artifact = (id: string, ingestTraceId: string | null) => ({ kind: 'artifact', id, ingestTraceId });
  const two = await storingLines([artifact('a', 'x'), artifact('b', 'y'), artifact('c', null), artifact('d', null)]);
  expect(two.stored).toBe(4);
  const taken = { error: 'conflict', detail: expect.stringContaining('ingestTraceId') };
  await expect(storingLines([artifact('a', 'x'), artifact('b', 'x')]).catch(problemIn)).resolves.toEqual(taken);
  await expect(storingLines([artifact('a', 'x')], ['x']).catch(problemIn)).resolves.toEqual(taken);
});

it('a relation is not among those stored where its edge is there by another id', async () => {
  const relation = (id: string, toId: string) => ({ kind: 'relation', id, toId });
  expect(await storingLines([relation('a', 'x'), relation('b', 'y')])).toMatchObject({ stored: 1 });
});

it('one ingest of an artifact is stored, and any number of those that have none', async () => {
  const ingest = (traceId: string, artifactId: string | null) => {
    return { kind: 'ingest', traceId, artifactId, state: 'done', request: {}, finishedAt: NOON };
  };
  const two = await storingLines([ingest('a', 'x'), ingest('b', 'y'), ingest('c', null), ingest('d', null)]);
  expect(two.stored).toBe(4);
  const taken = { error: 'conflict', detail: expect.stringContaining('artifactId') };
  await expect(storingLines([ingest('a', 'x'), ingest('b', 'x')]).catch(problemIn)).resolves.toEqual(taken);
});

it('a review asks about no more memories than its list looks at, and names no more than one decided here', async () => {
  const otherIds = Array.from({ length: 2 * MOST_NAMED }, (_, place) => `m${place}`);
  const review = { kind: 'review', about: 'replacement', candidate: null, otherIds };
  const { reviews } = await storingLines([
    { ...review, id: 'a', state: 'open' },
    { ...review, id: 'b', state: 'accepted' },
    { ...review, id: 'c', state: 'rejected' },
  ]);
  const named = otherIds.slice(0, MOST_NAMED);
  expect(reviews.map((one) => one.otherIds)).toEqual([otherIds.slice(0, MOST_ASKED), named, named]);
});

it('an ingest without an end ends with its import, since retention counts from there', async () => {
  const ingest = { kind: 'ingest', artifactId: null, state: 'failed', request: {} };
  const earlier = minutesAfter(-5);
  const { ends } = await storingLines([
    { ...ingest, traceId: 'a', finishedAt: null },
    { ...ingest, traceId: 'b', finishedAt: earlier },
  ]);
  expect(ends).toEqual([NOON, earlier]);
});
