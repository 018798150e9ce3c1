import type { AgeingRules } from '@hippocamp/core/modules/ageing/rules';
import { doneAnswer } from '@hippocamp/core/modules/ingest/ingest-work';
import { parseBounded } from '@hippocamp/core/modules/json/json-text';
import { exportLines } from '@hippocamp/core/modules/transfer/export';
import { prepareLine, storeLines } from '@hippocamp/core/modules/transfer/store-lines';
import type { TenantRecords } from '@hippocamp/core/ports/records';
import { minutesAfter, NOON, newIngest, newMemory, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { exportLine, LINE_BYTES, LINE_VALUES } from '@hippocamp/shared/schemas/transfer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const tenant = tenantNamed('acme');
const ageing = { dueAt: () => null } as unknown as AgeingRules;

const wholeExport = async (own: TenantRecords): Promise<string[]> => {
  let lines = '';
  for await (const piece of exportLines(own)) lines += piece;
  return lines.trimEnd().split('\n');
};

describe.each(testEngines)('an import, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
  });
  afterAll(() => opened?.close());

  const store = async (id: string) => {
    const own = opened.records.forTenant(tenant);
    const memory = (await own.transfer.memories(null, 100)).find((each) => each.id === id);
    if (!memory) throw new Error('There is no such memory.');
    const context = { tenant, ageing, now: NOON };
    const again = () =>
      own.transaction((repositories) =>
        storeLines(repositories, [prepareLine({ kind: 'memory', ...memory, history: [] }, null, context)], NOON),
      );
    return { own, memory, again };
  };

  runs('brings a memory back whose deletion the index has not confirmed', async () => {
    const id = ids.next();
    await opened.records.forTenant(tenant).memories.insert([newMemory(id, { content: 'Ada lives in Paris.' })]);
    const { own, memory, again } = await store(id);
    await own.memories.bury([id], minutesAfter(1));
    const [tombstone] = await own.memories.indexStates([id]);
    expect(await again()).toHaveLength(1);
    const back = await own.memories.get(id);
    expect(back).toMatchObject({ content: 'Ada lives in Paris.', createdAt: memory.createdAt });
    expect(back?.version).toBeGreaterThan(tombstone?.version ?? 0);
    // A late mark from the index must not remove it.
    const late = { id, version: tombstone?.version ?? 0, indexEpoch: 0, embeddingId: null };
    expect(await own.memories.markIndexed([late])).toEqual({ moved: [id] });
    expect(await own.memories.get(id)).not.toBeNull();
    expect(await own.outbox.withdraw({ kind: 'index', ref: id })).toBe(true);
  });

  runs('leaves a living memory as it is', async () => {
    const id = ids.next();
    await opened.records.forTenant(tenant).memories.insert([newMemory(id)]);
    const { own, again } = await store(id);
    await own.memories.update(id, { content: 'Changed since.' }, minutesAfter(1));
    expect(await again()).toEqual([]);
    expect(await own.memories.get(id)).toMatchObject({ content: 'Changed since.', version: 2 });
  });

  runs('is given an ingest under way as a failed one, without what was said off the record', async () => {
    const traceId = ids.next();
    const own = opened.records.forTenant(tenantNamed('exported'));
    const unkept = [{ turn: 0, role: 'user', content: 'Off the record.' }];
    await own.ingests.insert(newIngest(traceId, { request: { source: 'chat', unkept } }));
    const lines = await wholeExport(own);
    expect(lines.join()).not.toContain('Off the record.');
    const ingests = lines.map((line) => exportLine.parse(JSON.parse(line))).filter(({ kind }) => kind === 'ingest');
    expect(ingests).toMatchObject([
      { traceId, state: 'failed', result: null, error: expect.stringContaining('under way') },
    ]);
  });

  runs('is given the answer of an ingest only as far as a line may hold it', async () => {
    const traceId = ids.next();
    const own = opened.records.forTenant(tenantNamed('of many statements'));
    const candidate = (dedupStatus: Candidate['dedupStatus']): Candidate => ({
      ...{ content: 'She likes tea.', memoryType: 'semantic', importance: 0.5, confidence: 0.5, tags: [] },
      ...{ sourceSpan: 'ü'.repeat(400), rationale: 'r', dedupStatus },
    });
    const accepted = Array.from({ length: 5000 }, () => candidate('new'));
    const rejected = Array.from({ length: 1000 }, () => candidate('duplicate'));
    const debug = { normalizedInput: 'Short.', extractorVersion: 'e', promptVersion: 'p', durationMs: 1 };
    const answer = doneAnswer(traceId, { accepted, rejected }, [], debug);
    await own.ingests.insert(newIngest(traceId, { state: 'done', result: answer as unknown as JsonObject }));
    const lines = (await wholeExport(own)).filter((line) => line.includes('"kind":"ingest"'));
    const [line = ''] = lines;
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_BYTES);
    expect(Buffer.byteLength(line)).toBeGreaterThan(LINE_BYTES - 4096);
    const { result } = exportLine.parse(JSON.parse(line)) as unknown as { result: IngestAnswer };
    expect(result).toMatchObject({ summary: answer.summary, debug, rejectedMemories: [] });
    expect(result.acceptedMemories).toEqual(accepted.slice(0, result.acceptedMemories.length));
    expect(result.warnings).toMatchObject([{ code: 'answer_cut' }]);
  });

  runs('is given so many candidates of an answer as a line may have members', async () => {
    const traceId = ids.next();
    const own = opened.records.forTenant(tenantNamed('of many short statements'));
    const short: Candidate = {
      ...{ content: 'a', memoryType: 'semantic', importance: 1, confidence: 1, tags: [] },
      ...{ sourceSpan: 'a', rationale: 'r', dedupStatus: 'new' },
    };
    const answer = doneAnswer(
      traceId,
      { accepted: Array.from({ length: 25_000 }, () => short), rejected: [] },
      [],
      undefined,
    );
    await own.ingests.insert(newIngest(traceId, { state: 'done', result: answer as unknown as JsonObject }));
    const [line = ''] = (await wholeExport(own)).filter((each) => each.includes('"kind":"ingest"'));
    const bounds = { bytes: LINE_BYTES, values: LINE_VALUES };
    const { result } = await parseBounded(Buffer.from(line), bounds, { ...bounds, member: '', most: 0 });
    const { acceptedMemories, warnings } = result as IngestAnswer;
    expect(acceptedMemories.length).toBeGreaterThan(LINE_VALUES / 11);
    expect(warnings).toMatchObject([{ code: 'answer_cut' }]);
  });

  runs('is given an ingest that failed without the verdicts of its reading', async () => {
    const traceId = ids.next();
    const own = opened.records.forTenant(tenantNamed('of verdicts'));
    const verdicts = Array.from({ length: 10 }, (_one, start) => ({ start, end: start + 1, isKept: false }));
    const read = { extractor: 'e', prompt: 'p', warnings: [], verdicts };
    await own.ingests.insert(newIngest(traceId, { state: 'failed', request: { source: 'note', read } as never }));
    const [line = ''] = (await wholeExport(own)).filter((each) => each.includes('"kind":"ingest"'));
    const { request } = JSON.parse(line);
    expect(request.read).toMatchObject({ extractor: 'e' });
    expect(request.read).not.toHaveProperty('verdicts');
  });
});
