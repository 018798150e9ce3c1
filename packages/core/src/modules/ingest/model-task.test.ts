import { nothingRead } from '@hippocamp/shared/language/reading';
import type { ModelReading } from '@hippocamp/shared/schemas/ingest';
import { emptyVocabulary } from '@hippocamp/shared/scoring/lexical';
import { describe, expect, it } from 'vitest';
import type { Extracted, Extractor, LlmExtraction } from '../../ports/extractor.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { IngestRecord, MemoryRecord, Records, TenantRepositories } from '../../ports/records.js';
import {
  minutesAfter,
  NOON,
  newArtifact,
  newIngest,
  newMemory,
  recordOf,
  tenantNamed,
} from '../../testing/builders.js';
import type { IngestTaskDependencies } from './ingest-task.js';
import { createModelTask } from './model-task.js';

const job: JobKey = { tenant: tenantNamed('acme'), kind: 'model', ref: 'trace' };
const lease = { token: 'token', now: NOON, until: minutesAfter(1) };

const nothing = { extractions: [], by: { extractor: 'llm:test', prompt: '1' }, leftOut: 0, verdicts: [] };
const found = (codes: string[] = []): Extracted => ({
  ...nothing,
  warnings: codes.map((code) => ({ code, message: '' })),
});

const waiting = (state: 'due' | 'failed' | 'done', given: Partial<IngestRecord> = {}) =>
  newIngest('trace', { artifactId: 'text', state: 'done', request: { model: { state, added: 0 } }, ...given });

const beside = [
  recordOf(newMemory('a', { content: 'I like tea.' })),
  recordOf(newMemory('b', { content: 'I hate tea at home.', provenance: { reader: 'local' } })),
];

const stage = (
  ingest: IngestRecord | null,
  { codes = [], isSent = true, isKept = true, known = beside } = {} as Staged,
) => {
  const steps: string[] = [];
  const readAtOnce: number[] = [];
  const lookedUp: string[] = [];
  let now = NOON;
  const own = {
    ingests: {
      async get() {
        lookedUp.push('ingest');
        return ingest;
      },
      setModelReading: async (_id: string, { state, added }: ModelReading) =>
        void steps.push(added > 0 ? `${state} after ${added}` : state),
      async saveCandidates() {
        throw new Error('far enough');
      },
    },
    artifacts: {
      async get() {
        lookedUp.push('text');
        return isKept ? newArtifact('text') : null;
      },
    },
    memories: {
      knownBy: async () => known,
      getMany: async (ids: readonly string[]) => {
        readAtOnce.push(ids.length);
        return known.filter(({ id }) => ids.includes(id));
      },
      rewordedIn: async () => [],
      retiredHashes: async () => [],
    },
    outbox: { done: async () => void steps.push('taken off') },
  };
  const extract: Extractor['extract'] = async (_tenant, _text, near) => {
    steps.push('read', ...(await near('Tea?')));
    return found(codes);
  };
  const task = createModelTask({
    records: { forTenant: () => own } as unknown as Records,
    language: { versions: {}, resolveDates: async () => [], sentencesOf: async () => [['Tea?']] },
    facts: { read: async () => [nothingRead] },
    vocabulary: { of: async () => emptyVocabulary },
    llmExtraction: { extractor: { extract }, id: 'llm:test', maySend: () => isSent, concurrency: 1 } as LlmExtraction,
    clock: { now: () => now },
  } as unknown as IngestTaskDependencies);
  const at = (minutes: number) => {
    now = minutesAfter(minutes);
  };
  return { steps, readAtOnce, lookedUp, task, at, own: own as unknown as TenantRepositories };
};

interface Staged {
  codes?: string[];
  isSent?: boolean;
  isKept?: boolean;
  known?: readonly MemoryRecord[];
}

const stepsOf = async (ingest: IngestRecord | null, given?: Staged) => {
  const { task, steps } = stage(ingest, given);
  await task.run(job, lease, 1).catch((error: Error) => void steps.push(error.message));
  return steps;
};

describe('the job of a language model', () => {
  it('ends without a question where nothing is due', async () => {
    expect(await stepsOf(null)).toEqual(['taken off']);
    expect(await stepsOf(waiting('done'))).toEqual(['taken off']);
    expect(await stepsOf(waiting('due', { state: 'processing' }))).toEqual(['taken off']);
    expect(await stepsOf(newIngest('trace', { state: 'done' }))).toEqual(['taken off']);
  });

  it('says that nothing comes where the text is gone, or may not be sent any more', async () => {
    expect(await stepsOf(waiting('due'), { isKept: false })).toEqual(['off', 'taken off']);
    expect(await stepsOf(waiting('due'), { isSent: false })).toEqual(['off', 'taken off']);
  });

  it('reads what is due, and what was given up where it is on the work list again', async () => {
    expect(await stepsOf(waiting('due'))).toEqual(['read', 'I like tea.', 'far enough']);
    expect(await stepsOf(waiting('failed'))).toEqual(['due', 'read', 'I like tea.', 'far enough']);
  });

  it('is told the latest few of what is known beside the text, of which no more are read at once', async () => {
    const known = Array.from({ length: 50 }, (_, place) => {
      const provenance = place === 49 ? { reader: 'local' } : null;
      return recordOf(
        newMemory(`memory ${place}`, { content: `${place}`, provenance, createdAt: minutesAfter(place) }),
      );
    });
    const { task, steps, readAtOnce } = stage(waiting('due'), { known });
    await task.run(job, lease, 1).catch(() => undefined);
    expect(steps).toEqual(['read', ...Array.from({ length: 20 }, (_, place) => `${48 - place}`)]);
    expect(readAtOnce).toEqual([20, 20]);
  });

  it('is tried again where the model does not answer, and keeps nothing until then', async () => {
    const away = 'The language model does not answer; the local reading stands until it does.';
    expect(await stepsOf(waiting('due'), { codes: ['llm_unavailable'] })).toEqual(['read', 'I like tea.', away]);
    expect(await stepsOf(waiting('due'), { codes: ['llm_budget'] })).toEqual(['read', 'I like tea.', 'far enough']);
  });

  it('leaves a model alone that did not answer, longer each time, and reads no text meanwhile', async () => {
    const { task, steps, lookedUp, at } = stage(waiting('due'), { codes: ['llm_unavailable'] });
    const pauses: (number | undefined)[] = [];
    for (const minute of [0, 0, 1, 1, 2, 2]) {
      at(minute);
      const before = lookedUp.length;
      const error = await task.run(job, lease, 1).catch((reason: { milliseconds?: number }) => reason);
      pauses.push(error?.milliseconds);
      if (error?.milliseconds !== undefined) expect(lookedUp).toHaveLength(before);
    }
    expect(lookedUp).toContain('ingest');
    expect(lookedUp).toContain('text');
    expect(pauses).toEqual([undefined, 500, undefined, 1000, undefined, 2000]);
    expect(steps.filter((step) => step === 'read')).toHaveLength(3);
    await task.run({ ...job, tenant: tenantNamed('other') }, lease, 1).catch(() => undefined);
    expect(steps.filter((step) => step === 'read')).toHaveLength(4);
  });

  it('leaves word where it is given up', async () => {
    const { task, steps, own } = stage(waiting('due'));
    await task.abandon?.(job, 'It broke.', own);
    expect(steps).toEqual(['failed']);
  });

  it('counts what was committed before it is given up, now and when it was given up before, and nothing of the local reader', async () => {
    const outcomes = ['new', 'repeat', 'conflict'].map((status) => ({ status }));
    const model = { state: 'due', added: 1 } as const;
    for (const [later, told] of [
      [true, 'failed after 3'],
      [false, 'failed after 1'],
    ] as const) {
      const read = { extractor: 'one', prompt: '1', warnings: [], later };
      const { task, steps, own } = stage(newIngest('trace', { state: 'done', request: { model, read }, outcomes }));
      await task.abandon?.(job, 'It broke.', own);
      expect(steps).toEqual([told]);
    }
    const read = { extractor: 'one', prompt: '1', warnings: [], later: true };
    const partly = newIngest('trace', { state: 'done', request: { model, read }, outcomes });
    expect(await stepsOf(partly, { isSent: false })).toEqual(['off after 3', 'taken off']);
  });
});
