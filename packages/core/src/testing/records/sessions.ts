import { describe, expect, it } from 'vitest';
import type { IngestRecord, SessionPlace, TenantRecords } from '../../ports/records.js';
import { type GivenIngest, minutesAfter, NOON, newArtifact, newIngest, newMemory, orderOf } from '../builders.js';
import { insertEach, type Stage } from './stage.js';

const SESSION = 'a talk';

const placeOf = ({ traceId, createdAt, request }: IngestRecord): SessionPlace => ({
  ...{ traceId, createdAt, sessionId: String(request.sessionId) },
  ownerEntityId: (request.ownerEntityId as string | undefined) ?? null,
});

/** Ingests of one session in this order, each with a raw text. */
async function tell(stage: Stage, own: TenantRecords, given: readonly GivenIngest[]) {
  const told: IngestRecord[] = [];
  for (const [at, members] of given.entries()) {
    const artifactId = members.artifactId === null ? null : stage.ids.next();
    const of = { createdAt: minutesAfter(at), request: { sessionId: SESSION } };
    const ingest = newIngest(stage.ids.next(), { ...of, ...members, artifactId });
    if (artifactId) await own.artifacts.insert(newArtifact(artifactId, { content: `Text ${at}.` }));
    await own.ingests.insert(ingest);
    told.push(ingest);
  }
  return told;
}

const last = (told: readonly IngestRecord[]) => placeOf(told.at(-1) ?? newIngest('none'));

export function sessionsSuite(stage: Stage): void {
  describe('ingests of a session', () => {
    it('are known in the order in which they were accepted, the nearest first', async () => {
      const { own } = stage.tenant();
      const done = { state: 'done' as const, finishedAt: NOON };
      // Two of them at one time, so that ids decide.
      const told = await tell(stage, own, [done, {}, { state: 'failed', createdAt: minutesAfter(1) }, {}]);
      const steps = await own.ingests.stepsBefore(last(told), 9);
      expect(steps.map(({ state }) => state)).toEqual(['failed', 'processing', 'done']);
      expect(steps[2]).toEqual({ state: 'done', createdAt: minutesAfter(0), finishedAt: NOON });
      expect(await own.ingests.stepsBefore(last(told), 1)).toHaveLength(1);
      expect(await own.ingests.stepsBefore(placeOf(told[0] as IngestRecord), 9)).toEqual([]);
    });

    it('tell their raw texts, where these are kept', async () => {
      const { own } = stage.tenant();
      const request = { sessionId: SESSION, turns: [{ start: 0, end: 4 }] };
      const told = await tell(stage, own, [{}, { artifactId: null }, { request }, {}]);
      const texts = await own.ingests.textsBefore(last(told), 9);
      expect(texts).toEqual([
        { artifactId: told[2]?.artifactId, content: 'Text 2.', request: orderOf(request) },
        { artifactId: told[0]?.artifactId, content: 'Text 0.', request: orderOf({ sessionId: SESSION }) },
      ]);
      expect(await own.ingests.textsBefore(last(told), 1)).toHaveLength(1);
      await own.artifacts.remove(String(told[2]?.artifactId));
      expect(await own.ingests.textsBefore(last(told), 9)).toHaveLength(1);
    });

    it('are those of one owner in one session', async () => {
      const { own } = stage.tenant();
      const [owner, other] = [stage.ids.next(), stage.ids.next()];
      const long = 'x'.repeat(256);
      const requests = [
        { sessionId: SESSION, ownerEntityId: owner },
        { sessionId: SESSION, ownerEntityId: other },
        { sessionId: SESSION, ownerEntityId: null },
        { sessionId: 'another' },
        { sessionId: `${long}1` },
        { sessionId: `${long}2` },
        {},
      ];
      await tell(
        stage,
        own,
        requests.map((request) => ({ request })),
      );
      for (const request of requests.slice(0, 6)) {
        const place = { ...placeOf(newIngest(stage.ids.next(), { request, createdAt: minutesAfter(60) })) };
        expect((await own.ingests.textsBefore(place, 9)).map((text) => text.request)).toEqual([orderOf(request)]);
      }
    });

    it('say who waits next', async () => {
      const { own } = stage.tenant();
      const told = await tell(stage, own, [{}, {}, { state: 'done' }, {}]);
      const [first, second, third, fourth] = told as [IngestRecord, IngestRecord, IngestRecord, IngestRecord];
      expect(await own.ingests.waitingAfter(placeOf(first))).toBe(second.traceId);
      expect(await own.ingests.waitingAfter(placeOf(second))).toBeNull();
      expect(await own.ingests.waitingAfter(placeOf(third))).toBe(fourth.traceId);
      expect(await own.ingests.waitingAfter(placeOf(fourth))).toBeNull();
    });

    it('say which texts they were read with', async () => {
      const { own } = stage.tenant();
      const [first] = await tell(stage, own, [{}]);
      const artifactId = String(first?.artifactId);
      const read = (id: string, sessionId = SESSION) => ({
        request: { sessionId, read: { before: [{ artifactId: id, start: 0, end: 4 }] } },
      });
      const later = await tell(stage, own, [read(artifactId), read(stage.ids.next()), {}, read(artifactId, 'another')]);
      const [found] = later;
      expect(await own.ingests.readWith([artifactId])).toEqual([
        { traceId: found?.traceId, artifactId: found?.artifactId },
      ]);
      expect(await own.ingests.readWith([])).toEqual([]);
    });

    it('are read anew where they failed before anything was decided', async () => {
      const { own } = stage.tenant();
      const candidates = [{ content: 'x' }];
      const told = await tell(stage, own, [
        { state: 'failed', candidates },
        { state: 'failed', candidates, outcomes: [{ n: 1 }] },
        { state: 'processing', candidates },
      ]);
      await own.ingests.forgetCandidates([], NOON);
      await own.ingests.forgetCandidates(
        told.map(({ traceId }) => traceId),
        NOON,
      );
      const left = await Promise.all(told.map(({ traceId }) => own.ingests.get(traceId)));
      expect(left.map((row) => row?.candidates)).toEqual([null, candidates, candidates]);
    });
  });

  describe('what was said off the record', () => {
    it.each(['saveCandidates', 'done', 'failed'] as const)('is gone after %s', async (how) => {
      const { own } = stage.tenant();
      const secret = `canary-${stage.ids.next()}`;
      const request = { sessionId: SESSION, unkept: [{ content: secret }] };
      const ingest = newIngest(stage.ids.next(), { request });
      await own.ingests.insert(ingest);
      expect(await own.ingests.get(ingest.traceId)).toMatchObject({ request });
      const ended = { result: null, error: null, at: NOON };
      if (how === 'saveCandidates') await own.ingests.saveCandidates(ingest.traceId, [], NOON);
      else await own.ingests.finish(ingest.traceId, { ...ended, state: how });
      expect(await own.ingests.get(ingest.traceId)).toMatchObject({ request: { sessionId: SESSION } });
      expect(await stage.dump()).not.toContain(secret);
    });
  });

  describe('raw texts that later memories cite', () => {
    it('are known by them while they are there', async () => {
      const { own } = stage.tenant();
      const [text, gone] = [stage.ids.next(), stage.ids.next()];
      await own.artifacts.insert(newArtifact(text, { ingestTraceId: stage.ids.next(), createdAt: minutesAfter(-9) }));
      const [source = ''] = await insertEach(stage, own.memories, [{}]);
      const cites = { context: 'x', contextSourceIds: [text, source, gone] };
      const heir = newMemory(stage.ids.next(), cites);
      await own.memories.insert([heir]);
      for (const id of [text, source, gone]) expect(await own.memories.citing([id])).toEqual([heir.id]);
      expect(await own.memories.citing([])).toEqual([]);
      expect((await own.memories.bury([source], NOON)).changed).toEqual([heir.id]);
      // Its content may hold words of the text; what is not there cannot be deleted.
      expect(await own.memories.citing([text])).toEqual([heir.id]);
      expect(await own.memories.citing([gone])).toEqual([]);
      await own.artifacts.removeUnused([text]);
      expect(await own.artifacts.get(text)).not.toBeNull();
      await own.memories.bury([heir.id], NOON);
      expect(await own.memories.citing([text])).toEqual([]);
      await own.artifacts.removeUnused([text]);
      expect(await own.artifacts.get(text)).toBeNull();
    });

    it('are kept by retention', async () => {
      const { own } = stage.tenant();
      const PAST = new Date('2001-01-01T00:00:00.000Z');
      const old = new Date(PAST.getTime() - 1);
      const text = newArtifact(stage.ids.next(), { createdAt: old, ingestTraceId: stage.ids.next() });
      await own.artifacts.insert(text);
      await insertEach(stage, own.memories, [{ context: 'x', contextSourceIds: [text.id] }]);
      await stage.records.prune({ artifacts: PAST });
      expect(await own.artifacts.get(text.id)).toEqual(text);
    });
  });

  describe('ingests', () => {
    it('are read by a language model once they are done, which tells how far it is and changes the result', async () => {
      const { artifacts, ingests } = stage.tenant().own;
      const [traceId, id] = [stage.ids.next(), stage.ids.next()];
      await artifacts.insert(newArtifact(id, { ingestTraceId: traceId }));
      await ingests.insert(newIngest(traceId, { artifactId: id }));
      const due = { state: 'due' as const, added: 0 };
      await ingests.setModelReading(traceId, due, NOON);
      expect((await ingests.get(traceId))?.request.model).toBeUndefined();
      expect(await ingests.standing(traceId)).toEqual({ state: 'processing', model: null });
      const told = { result: { n: 1 }, error: null, model: due };
      await ingests.finish(traceId, { state: 'done', at: NOON, ...told });
      await ingests.finish(traceId, { state: 'failed', at: minutesAfter(1), ...told, result: null });
      const read = { extractor: 'model', prompt: 'prompt-1', warnings: [] };
      await ingests.saveCandidates(traceId, [{ n: 1 }], NOON, read);
      await ingests.addOutcomes(traceId, [{ n: 2 }], NOON);
      const reading = {
        state: 'done',
        finishedAt: NOON,
        result: { n: 1 },
        candidates: [{ n: 1 }],
        outcomes: [{ n: 2 }],
      };
      expect(await ingests.get(traceId)).toMatchObject({ ...reading, request: { model: due, read } });
      expect(await ingests.standing(traceId)).toEqual({ state: 'done', model: 'due' });
      await ingests.setModelReading(traceId, { state: 'done', added: 1 }, minutesAfter(1), { n: 2, summary: { n: 3 } });
      await ingests.saveCandidates(traceId, [{ late: true }], minutesAfter(2));
      const done = { ...reading, result: { n: 2, summary: { n: 3 } }, candidates: null, outcomes: null };
      expect(await ingests.get(traceId)).toMatchObject({ ...done, request: { model: { state: 'done', added: 1 } } });
      expect(await ingests.standing(traceId)).toEqual({ state: 'done', model: 'done' });
      expect(await ingests.standing(id)).toBeNull();
      expect((await ingests.page({ limit: 9, offset: 0 })).ingests).toMatchObject([{ summary: { n: 3 } }]);
      expect((await artifacts.page({ limit: 9 })).rows).toMatchObject([{ readBy: 'model' }]);
    });

    it('keep no verdicts once there is a result, which holds them; a failed one may need them', async () => {
      const { ingests } = stage.tenant().own;
      const traceId = stage.ids.next();
      await ingests.insert(newIngest(traceId));
      const told = { result: null, error: 'It broke.', at: NOON };
      const readOf = async () => (await ingests.get(traceId))?.request.read;
      const read = { extractor: 'judge', prompt: 'none', warnings: [] };
      await ingests.saveCandidates(traceId, [], NOON, { ...read, verdicts: [{ keep: 1 }] });
      await ingests.finish(traceId, { ...told, state: 'failed' });
      expect(await readOf()).toEqual({ ...read, verdicts: [{ keep: 1 }] });
      await ingests.finish(traceId, { ...told, state: 'done', model: { state: 'due', added: 0 } });
      expect(await readOf()).toEqual(read);
      await ingests.saveCandidates(traceId, [], NOON, { ...read, verdicts: [{ keep: 0 }] });
      await ingests.setModelReading(traceId, { state: 'done', added: 0 }, NOON);
      expect(await readOf()).toEqual(read);
    });

    it('are asked whether they have a raw text', async () => {
      const [{ own }, other] = [stage.tenant(), stage.tenant()];
      const ingestTraceId = stage.ids.next();
      await own.artifacts.insert(newArtifact(stage.ids.next(), { ingestTraceId }));
      expect(await own.artifacts.isOfIngest(ingestTraceId)).toBe(true);
      expect(await own.artifacts.isOfIngest(stage.ids.next())).toBe(false);
      expect(await other.own.artifacts.isOfIngest(ingestTraceId)).toBe(false);
    });

    it('tell the size of their answers before any is read', async () => {
      const [{ own }, other] = [stage.tenant(), stage.tenant()];
      const artifactId = stage.ids.next();
      const [first, second, without] = [stage.ids.next(), stage.ids.next(), stage.ids.next()];
      const long = { text: 'x'.repeat(5000) };
      await own.ingests.insert(newIngest(first, { artifactId, result: long }));
      await own.ingests.insert(newIngest(second, { result: {} }));
      await own.ingests.insert(newIngest(without, { artifactId, result: null }));
      const of = { artifactIds: [artifactId], traceIds: [second, first] };
      expect(await own.ingests.answers(of, { lock: true })).toEqual([
        { traceId: first, artifactId, bytes: Buffer.byteLength('{"text": ""}') + 5000 },
        { traceId: second, artifactId: null, bytes: 2 },
      ]);
      expect(await own.ingests.answers({ artifactIds: [], traceIds: [] })).toEqual([]);
      expect(await own.ingests.results([without, first])).toEqual([{ traceId: first, artifactId, result: long }]);
      expect(await own.ingests.results([])).toEqual([]);
      const huge = { text: 'x'.repeat(4 * 1024 * 1024) };
      await own.ingests.rewriteResults([]);
      await own.ingests.rewriteResults([first, second].map((traceId) => ({ traceId, result: huge })));
      const carriedAfter = async (after: string | null) =>
        (await own.transfer.ingests(after, 9)).map(({ traceId }) => traceId);
      expect(await carriedAfter(null)).toEqual([first]);
      expect(await carriedAfter(first)).toEqual([second]);
      expect(await carriedAfter(second)).toEqual([without]);
      expect(await carriedAfter(without)).toEqual([]);
      expect(await own.ingests.isOfText(artifactId)).toBe(true);
      expect(await own.ingests.isOfText(stage.ids.next())).toBe(false);
      expect(await other.own.ingests.isOfText(artifactId)).toBe(false);
    });
  });
}
