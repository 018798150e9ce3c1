import type { ComparedPair } from '@hippocamp/shared/language/comparison';
import { nothingRead, type Slot, type TextReading, type WordedReading } from '@hippocamp/shared/language/reading';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { emptyVocabulary } from '@hippocamp/shared/scoring/lexical';
import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { PairReader } from '../../ports/pair-reader.js';
import type { MemoryRecord, Records, Sought } from '../../ports/records.js';
import { minutesAfter, NOON, newMemory, recordOf, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { comparePlainly, wordsOf } from '../../testing/comparing.js';
import { factKey } from '../facts/fact-key.js';
import type { Facts } from '../facts/facts.js';
import { UncomparedPair } from './comparisons.js';
import { createIngestTask, type IngestTaskDependencies } from './ingest-task.js';

const tenant = tenantNamed('acme');
const job: JobKey = { tenant, kind: 'ingest', ref: 'a trace' };
const lease = { token: 'token', now: NOON, until: minutesAfter(1) };
const ids = sequentialIds();
const text = 'Mara lives in Porto.';

const livesIn = (value: string): Slot => ({
  subject: 'mara',
  attribute: 'lives_in',
  value,
  polarity: true,
  single: true,
});
const readingOf = (content: string): TextReading => {
  const { stems, words } = wordsOf(content);
  return {
    ...nothingRead,
    slots: [livesIn(content.includes('Lisbon') ? 'lisbon' : 'porto')],
    stems: [...stems],
    words: [...words],
  };
};
const wordedOf = (content: string): WordedReading => ({ ...wordsOf(content), reading: readingOf(content) });
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

const readsAll: PairReader = {
  relate: async (_tenant, pairs) => pairs.map(() => ({ same: 0, conflict: 0, different: 1 })),
};

/** An ingest of one sentence; `meanwhile` says what is stored while a call compares. */
const stage = (meanwhile: (call: number) => string | null) => {
  const known: MemoryRecord[] = [];
  const calls: (readonly ComparedPair[])[] = [];
  const answers: IngestAnswer[] = [];
  let inTransaction = false;
  const found = { content: text, candidates: [extraction] };
  const ingest = { traceId: job.ref, state: 'processing', request: { warnings: [] }, ...found, createdAt: NOON };
  const own = {
    memories: {
      matching: async () => [],
      knownBy: async (_owner: unknown, { factKeys = [] }: Sought) =>
        factKeys.includes(factKey(livesIn('porto')))
          ? known.map((memory) => ({ ...memory, reading: { ...readingOf(memory.content), by: 'test' } }))
          : [],
    },
    ingests: {
      get: async () => ingest,
      saveCandidates: async () => undefined,
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
  const store = (content: string) => known.push(recordOf(newMemory(ids.next(), { content })));
  const language = {
    versions: { extractor: 'test', prompt: 'none', reading: 'test' },
    readable: async (_tenant: unknown, pairs: readonly object[]) => pairs.map(() => true),
    async compare(_tenant: unknown, pairs: readonly ComparedPair[]) {
      expect(inTransaction).toBe(false);
      calls.push(pairs);
      const content = meanwhile(calls.length);
      if (content !== null) store(content);
      return pairs.map(({ older, newer }) => comparePlainly(wordedOf(newer), wordedOf(older)));
    },
  };
  const facts: Partial<Facts> = {
    version: 'test',
    read: async (_tenant, texts) => texts.map(({ content }) => readingOf(content)),
    readToKeep: async () => [],
    kept: (readings) => readings,
  };
  const task = createIngestTask({
    ...{ facts, language, ids, clock: { now: () => NOON }, concurrency: 1 },
    records: { forTenant: () => own } as unknown as Records,
    embedMemories: async () => [],
    embedder: { embed: async () => [] },
    index: { lists: async () => ({ dense: [] }) },
    pairReader: readsAll,
    vocabulary: { of: async () => emptyVocabulary },
    comparer: { embed: async () => [], likeness: () => 0, calibration: { same: 0.8 } },
    indexing: { syncNow: async () => undefined },
  } as unknown as IngestTaskDependencies);
  return { run: () => task.run(job, lease, 1), store, calls, answers };
};

const statuses = (answer: IngestAnswer | undefined) =>
  answer?.status === 'done'
    ? [...answer.acceptedMemories, ...answer.rejectedMemories].map(({ dedupStatus }) => dedupStatus)
    : [];

describe('a memory that is stored while candidates are compared with others', () => {
  it('is compared with too, in a round of its own', async () => {
    const { run, store, calls, answers } = stage((call) => (call === 1 ? 'Porto is where Mara lives.' : null));
    store('Mara lives in Lisbon.');
    await run();
    expect(calls.map((pairs) => pairs.map(({ older }) => older))).toEqual([
      ['Mara lives in Lisbon.'],
      ['Porto is where Mara lives.'],
    ]);
    expect(answers.map(statuses)).toEqual([['near_duplicate']]);
  });

  it('makes the job fail where that never ends, with nothing decided, and a later try goes on', async () => {
    let isBusy = true;
    const { run, store, calls, answers } = stage((call) => (isBusy ? `Mara lives in Lisbon, says ${call}.` : null));
    store('Mara lives in Lisbon.');
    await expect(run()).rejects.toBeInstanceOf(UncomparedPair);
    expect(answers).toEqual([]);
    expect(calls).toHaveLength(5);
    isBusy = false;
    await run();
    expect(answers.map(statuses)).toEqual([['conflict']]);
  });
});

describe('what is known before', () => {
  it('is asked about once', async () => {
    const { run, store, calls, answers } = stage(() => null);
    store('Mara lives in Porto, as ever.');
    await run();
    expect(calls.map((pairs) => pairs.length)).toEqual([1]);
    expect(answers.map(statuses)).toEqual([['near_duplicate']]);
  });

  it('costs no call where it is nothing', async () => {
    const { run, calls, answers } = stage(() => null);
    await run();
    expect(calls).toEqual([]);
    expect(answers.map(statuses)).toEqual([['new']]);
  });
});
