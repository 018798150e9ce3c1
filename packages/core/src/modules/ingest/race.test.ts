import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import { nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { emptyVocabulary } from '@hippocamp/shared/scoring/lexical';
import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { PairReader } from '../../ports/pair-reader.js';
import type { KnownMemory, MemoryRecord, Records } from '../../ports/records.js';
import { minutesAfter, NOON, newMemory, recordOf, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { wordsOf } from '../../testing/comparing.js';
import type { FactReader, ReadableMemory } from '../facts/facts.js';
import { createIngestTask, type IngestTaskDependencies } from './ingest-task.js';

const tenant = tenantNamed('acme');
const job: JobKey = { tenant, kind: 'ingest', ref: 'a trace' };
const lease = { token: 'token', now: NOON, until: minutesAfter(1) };
const ids = sequentialIds();
const text = 'Mara lives in Porto.';

const readingOf = (content: string): TextReading => ({ ...nothingRead, ...wordsOf(content) });
const extraction: Extraction = {
  content: text,
  memoryType: 'semantic',
  importance: 0.5,
  confidence: 0.9,
  tags: [],
  sourceSpan: text,
  start: 0,
  end: text.length,
  rationale: 'test',
  context: null,
};

const stored = (content: string): MemoryRecord => recordOf(newMemory(ids.next(), { content }));

/** Another town is a change, and another text about Porto says the same. */
const relate = async (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([older]) => {
    const isChange = older.includes('Lisbon');
    return { same: isChange ? 0 : 1, conflict: isChange ? 1 : 0, different: 0 };
  });
const compare = async (_tenant: unknown, pairs: readonly ComparedPair[]) =>
  pairs.map(({ relations }): Comparison => ({ verdict: relations?.same === 1 ? 'same' : 'replaces', sure: 1 }));

/** An ingest of one sentence; `meanwhile` runs while a call reads. */
const stage = (meanwhile: (call: number, known: MemoryRecord[]) => void) => {
  const known: MemoryRecord[] = [];
  const calls: string[][] = [];
  const answers: IngestAnswer[] = [];
  let inTransaction = false;
  const found = { content: text, candidates: [extraction] };
  const ingest = { traceId: job.ref, state: 'processing', request: { warnings: [] }, ...found, createdAt: NOON };
  const own = {
    memories: {
      matching: async () => [],
      knownBy: async () => known.map((memory): KnownMemory => ({ ...memory })),
      knownVersions: async () => known,
    },
    ingests: {
      get: async () => ingest,
      saveCandidates: async () => true,
      isThere: async () => true,
      finish: async (_id: string, { result }: { result: unknown }) => void answers.push(result as IngestAnswer),
    },
    outbox: { holds: async () => true, done: async () => undefined },
    lockOwner: async () => undefined,
    async transaction<Result>(work: (repositories: unknown) => Promise<Result>): Promise<Result> {
      inTransaction = true;
      return work(own).finally(() => {
        inTransaction = false;
      });
    },
  };
  const store = (content: string) => known.push(stored(content));
  const pairReader: PairReader = {
    async relate(_tenant, pairs) {
      expect(inTransaction).toBe(false);
      calls.push(pairs.map(([older]) => older));
      meanwhile(calls.length, known);
      return relate(pairs);
    },
  };
  const language = {
    versions: { extractor: 'test', prompt: 'none', reading: 'test' },
    readable: async <Texts>(_tenant: unknown, pairs: readonly Texts[]) => [...pairs],
    tellsOfSelf: () => false,
    compare,
  };
  const facts: Partial<FactReader> = {
    version: 'test',
    read: async (_tenant, texts) => texts.map(({ content }) => readingOf(content)),
    ofMemories: async (_tenant, memories: readonly ReadableMemory[]) =>
      new Map(memories.map(({ id, content }) => [id, readingOf(content)])),
  };
  const task = createIngestTask({
    ...{ facts, language, ids, clock: { now: () => NOON }, concurrency: 1, pairReader },
    records: { forTenant: () => own } as unknown as Records,
    embedMemories: async (_tenant: unknown, texts: readonly string[]) => texts.map(() => Float32Array.of(1)),
    embedder: { embed: async () => [] },
    index: { lists: async () => ({ dense: [] }) },
    vocabulary: { of: async () => emptyVocabulary },
    comparer: { embed: async () => [], likeness: () => 0.8, calibration: { same: 0.8 } },
    indexing: { syncNow: async () => undefined },
  } as unknown as IngestTaskDependencies);
  return { run: () => task.run(job, lease, 1), store, calls, answers };
};

const statuses = (answer: IngestAnswer | undefined) =>
  answer?.status === 'done'
    ? [...answer.acceptedMemories, ...answer.rejectedMemories].map(({ dedupStatus }) => dedupStatus)
    : [];

describe('a memory that is stored while candidates are compared with others', () => {
  it('makes another round, in which it alone is read', async () => {
    const { run, store, calls, answers } = stage((call, known) => {
      if (call === 1) known.push(stored('Porto is where Mara lives.'));
    });
    store('Mara lives in Lisbon.');
    await run();
    expect(calls).toEqual([['Mara lives in Lisbon.'], ['Porto is where Mara lives.']]);
    expect(answers.map(statuses)).toEqual([['near_duplicate']]);
  });

  it('makes the job fail where that never ends, with nothing decided, and a later try goes on', async () => {
    let isBusy = true;
    const names = ['Ann', 'Bo', 'Cy', 'Dee', 'Eve', 'Fay', 'Gil', 'Hal', 'Ida', 'Jo'];
    // Each has more of its words in common with the candidate than those before, so that it is read.
    const told = (call: number) => `Mara lives in Lisbon, say ${names.slice(call).join(', ')}.`;
    const { run, store, calls, answers } = stage((call, known) => {
      if (isBusy) known.push(stored(told(call)));
    });
    store('Mara lives in Lisbon.');
    await expect(run()).rejects.toThrow('kept changing');
    expect(answers).toEqual([]);
    expect(calls).toHaveLength(8);
    expect(calls.slice(0, 3)).toEqual([['Mara lives in Lisbon.'], [told(1)], [told(2)]]);
    isBusy = false;
    await run();
    expect(answers.map(statuses)).toEqual([['conflict']]);
  });
});

describe('a memory that changes while candidates are compared with it', () => {
  it('is read anew, and nothing else is', async () => {
    const { run, store, calls, answers } = stage((call, known) => {
      const [first] = known;
      if (!first || call > 1) return;
      known.splice(0, 1, { ...first, version: 2, content: 'Mara lived in Lisbon.' });
    });
    store('Mara lives in Porto, as ever.');
    store('Mara lives in Porto, in short.');
    await run();
    expect(calls).toEqual([
      ['Mara lives in Porto, as ever.', 'Mara lives in Porto, in short.'],
      ['Mara lived in Lisbon.'],
    ]);
    expect(answers.map(statuses)).toEqual([['near_duplicate']]);
  });

  it('is no longer decided about where it is gone', async () => {
    const { run, store, calls, answers } = stage((_call, known) => void known.splice(0));
    store('Mara lives in Porto, as ever.');
    await run();
    expect(calls).toHaveLength(1);
    expect(answers.map(statuses)).toEqual([['new']]);
  });
});

describe('what is known before', () => {
  it('is asked about once', async () => {
    const { run, store, calls, answers } = stage(() => undefined);
    store('Mara lives in Porto, as ever.');
    await run();
    expect(calls).toEqual([['Mara lives in Porto, as ever.']]);
    expect(answers.map(statuses)).toEqual([['near_duplicate']]);
  });

  it('costs no call where it is nothing', async () => {
    const { run, calls, answers } = stage(() => undefined);
    await run();
    expect(calls).toEqual([]);
    expect(answers.map(statuses)).toEqual([['new']]);
  });
});
