import type { JsonObject } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { ArtifactPageRequest, HistoryEntry, PageKey } from '../../ports/records.js';
import { minutesAfter, NOON, newArtifact, newIngest } from '../builders.js';
import { wholeHistory } from '../whole-history.js';
import { insertEach, type Stage } from './stage.js';

export function restSuite(stage: Stage): void {
  describe('history', () => {
    it('tells the changes of a memory, oldest first', async () => {
      const { own } = stage.tenant();
      const [memoryId = '', other = ''] = await insertEach(stage, own.memories, [{}, {}]);
      const entry = (version: number, id = memoryId) => ({
        memoryId: id,
        version,
        change: 'updated',
        at: minutesAfter(version),
        before: version === 1 ? null : { tags: ["it's"], deep: { list: [1, null] } },
        after: version === 3 ? null : { tags: [] },
      });
      await own.history.add([entry(2), entry(1), entry(1, other)]);
      await own.history.add([entry(10), entry(3)]);
      await own.history.add([]);
      expect(await wholeHistory(own, memoryId)).toEqual([entry(1), entry(2), entry(3), entry(10)]);
      expect(await wholeHistory(own, stage.ids.next())).toEqual([]);
    });

    it('is read page by page, memory by memory', async () => {
      const { own } = stage.tenant();
      const ids = (await insertEach(stage, own.memories, [{}, {}, {}])).toSorted();
      const entries = ids.flatMap((memoryId, place) =>
        [1, 2, 3].map((version) => ({
          ...{ memoryId, version, change: 'updated', at: NOON },
          ...{ before: null, after: { place } },
        })),
      );
      await own.history.add(entries.toReversed());
      const asked = ids.slice(1);
      const wanted = entries.filter(({ memoryId }) => asked.includes(memoryId));
      for (const limit of [1, 2, 5, 100]) {
        const found: HistoryEntry[] = [];
        for (let page = await own.history.page(asked, null, limit); page.length > 0; ) {
          expect(page.length).toBeLessThanOrEqual(limit);
          found.push(...page);
          page = await own.history.page(asked, page.at(-1) ?? null, limit);
        }
        expect(found).toEqual(wanted);
      }
    });

    it('is read some megabytes at a time, and its versions without its texts', async () => {
      const { own } = stage.tenant();
      const [memoryId = ''] = await insertEach(stage, own.memories, [{}]);
      const entry = (version: number, length: number) => ({
        ...{ memoryId, version, change: 'updated', at: NOON },
        ...{ before: null, after: { content: 'x'.repeat(length) } },
      });
      const long = 3 * 1024 * 1024;
      const entries = [entry(1, 10), entry(2, 10), entry(3, long), entry(4, long), entry(5, 2 * long), entry(9, 10)];
      for (const one of entries) await own.history.add([one]);
      const versionsOf = async (after: number) =>
        (await own.history.page([memoryId], { memoryId, version: after }, 100)).map(({ version }) => version);
      expect(await versionsOf(0)).toEqual([1, 2, 3]);
      expect(await versionsOf(3)).toEqual([4]);
      expect(await versionsOf(4)).toEqual([5]);
      expect(await versionsOf(5)).toEqual([9]);
      expect(await versionsOf(9)).toEqual([]);
      expect(await wholeHistory(own, memoryId)).toEqual(entries);
      expect(await own.history.versions(memoryId, [8, 5, 2, 3, 4])).toEqual([2, 3, 4, 5]);
      expect(await own.history.versions(memoryId, [2_147_483_647])).toEqual([]);
    });
  });

  describe('artifacts', () => {
    it('are read as they were inserted', async () => {
      const { artifacts } = stage.tenant().own;
      const plain = newArtifact(stage.ids.next());
      const full = newArtifact(stage.ids.next(), {
        content: 'Long '.repeat(10_000),
        source: 'a "source"',
        ownerEntityId: stage.ids.next(),
        metadata: { list: [1, { a: null }] },
        ingestTraceId: stage.ids.next(),
        createdAt: new Date('2026-01-02T03:04:05.678Z'),
      });
      await artifacts.insert(plain);
      await artifacts.insert(full);
      expect(await artifacts.get(plain.id)).toEqual(plain);
      expect(await artifacts.get(full.id)).toEqual(full);
      expect(await artifacts.get(stage.ids.next())).toBeNull();
    });

    it('are removed by id, once', async () => {
      const { artifacts } = stage.tenant().own;
      const artifact = newArtifact(stage.ids.next());
      await artifacts.insert(artifact);
      expect(await artifacts.remove(artifact.id)).toBe(true);
      expect(await artifacts.remove(artifact.id)).toBe(false);
      expect(await artifacts.get(artifact.id)).toBeNull();
    });

    it('are listed oldest first, without those that a reader has read', async () => {
      const { own } = stage.tenant();
      const tell = async (at: number, source: string, request: JsonObject | null) => {
        const [id, traceId] = [stage.ids.next(), stage.ids.next()];
        const createdAt = minutesAfter(at);
        await own.artifacts.insert(newArtifact(id, { source, ingestTraceId: traceId, createdAt }));
        const ingest = newIngest(traceId, { artifactId: id, state: 'done', request: request ?? {}, createdAt });
        if (request) await own.ingests.insert(ingest);
        return { id, traceId };
      };
      const first = await tell(0, 'chat', { read: { extractor: 'old' }, sessionId: 's' });
      const second = await tell(1, 'chat', { read: { extractor: 'new' } });
      const third = await tell(2, 'note', null);
      const fourth = await tell(3, 'chat', null);
      await own.artifacts.insert(newArtifact(stage.ids.next()));
      const listed = async (request: Partial<ArtifactPageRequest> = {}) =>
        (await own.artifacts.page({ limit: 9, ...request })).rows.map(({ id }) => id);
      expect(await listed()).toEqual([first.id, second.id, third.id, fourth.id]);
      expect(await listed({ notReadBy: 'new' })).toEqual([first.id, third.id]);
      const due = await tell(4, 'chat', { read: { extractor: 'old' }, model: { state: 'due', added: 0 } });
      const home = await tell(5, 'chat', { read: { extractor: 'old' }, reader: 'local' });
      expect(await listed({ notReadBy: 'new', localReader: 'old' })).toEqual([first.id, third.id]);
      expect(await listed({ notReadBy: 'new', localReader: 'newer' })).toEqual([first.id, third.id, home.id]);
      for (const { id } of [due, home]) await own.artifacts.remove(id);
      expect(await listed({ createdAfter: minutesAfter(2) })).toEqual([third.id, fourth.id]);
      const { rows, total, last } = await own.artifacts.page({ limit: 1 });
      expect({ rows, total }).toMatchObject({ rows: [{ id: first.id, readBy: 'old', sessionId: 's' }], total: 4 });
      expect(await listed({ after: last ?? undefined })).toEqual([second.id, third.id, fourth.id]);
      await own.ingests.beginAgain(first.traceId, 'new', NOON);
      expect(await own.ingests.get(first.traceId)).toMatchObject({ state: 'processing', request: { again: true } });
      expect(await listed({ notReadBy: 'new' })).toEqual([third.id]);
    });

    it('go with the text that their ingests hold', async () => {
      const { own } = stage.tenant();
      const text = `canary-${stage.ids.next()}`;
      const traceId = stage.ids.next();
      const artifact = newArtifact(stage.ids.next(), { content: text, ingestTraceId: traceId });
      await own.artifacts.insert(artifact);
      await own.ingests.insert(
        newIngest(traceId, { state: 'done', artifactId: artifact.id, result: { text }, candidates: [{ text }] }),
      );
      await own.artifacts.removeUnused([artifact.id]);
      expect(await own.ingests.get(traceId)).toMatchObject({ artifactId: artifact.id, result: null, candidates: null });
      expect(await stage.dump()).not.toContain(text);
    });
  });

  describe('ingests', () => {
    it('are listed newest first, by state, page by page', async () => {
      const { ingests } = stage.tenant().own;
      const rows = Array.from({ length: 7 }, (_, index) =>
        newIngest(stage.ids.next(), {
          // Two of them at each time, so that ids decide.
          createdAt: minutesAfter(Math.floor(index / 2)),
          state: index % 3 === 0 ? 'failed' : 'done',
          result: index % 3 === 1 ? { summary: { candidates: index }, text: 'long' } : null,
        }),
      );
      for (const row of rows) await ingests.insert(row);
      const newest = rows
        .toReversed()
        .map(({ content: _text, candidates: _found, outcomes: _decided, request, result, ...row }) => {
          const { source, ownerEntityId, sessionId } = request;
          const told = { source, ...(ownerEntityId ? { ownerEntityId } : {}), ...(sessionId ? { sessionId } : {}) };
          return { ...row, ...told, summary: result?.summary ?? null };
        });
      expect(await ingests.page({ limit: 7, offset: 0 })).toEqual({ ingests: newest, total: 7, last: null });
      expect((await ingests.page({ limit: 3, offset: 2 })).ingests).toEqual(newest.slice(2, 5));
      const seen: string[] = [];
      for (let after: PageKey | undefined; ; ) {
        const page = await ingests.page({ limit: 2, offset: 0, after });
        seen.push(...page.ingests.map(({ traceId }) => traceId));
        expect(page.total).toBe(7);
        if (!page.last) break;
        after = page.last;
      }
      expect(seen).toEqual(newest.map(({ traceId }) => traceId));
      const failed = newest.filter(({ state }) => state === 'failed');
      expect(await ingests.page({ state: 'failed', limit: 9, offset: 0 })).toMatchObject({ ingests: failed, total: 3 });
    });

    it('keep their candidates until they are finished, and no text after it', async () => {
      const { ingests } = stage.tenant().own;
      const text = `canary-${stage.ids.next()}`;
      const first = newIngest(stage.ids.next(), { request: { autoStore: false }, content: text });
      await ingests.insert(first);
      expect(await ingests.get(first.traceId)).toEqual(first);
      await ingests.saveCandidates(first.traceId, [{ content: text }, { n: 1 }], NOON);
      expect(await ingests.get(first.traceId)).toEqual({ ...first, candidates: [{ content: text }, { n: 1 }] });
      await ingests.addOutcomes(first.traceId, [{ n: 1 }], NOON);
      await ingests.addOutcomes(first.traceId, [{ n: 2 }, { n: 3 }], NOON);
      expect(await ingests.get(first.traceId)).toMatchObject({ outcomes: [{ n: 1 }, { n: 2 }, { n: 3 }] });
      const { content: _content, candidates: _candidates, outcomes: _outcomes, ...told } = first;
      expect(await ingests.status(first.traceId)).toEqual(told);
      expect([await ingests.isThere(first.traceId), await ingests.isThere(stage.ids.next())]).toEqual([true, false]);
      await ingests.finish(first.traceId, { state: 'done', result: { accepted: 1 }, error: null, at: NOON });
      const done = { ...first, content: null, state: 'done', result: { accepted: 1 }, finishedAt: NOON };
      expect(await ingests.get(first.traceId)).toEqual(done);
      expect(await stage.dump()).not.toContain(text);
      expect(await ingests.get(stage.ids.next())).toBeNull();
    });

    it('keep who found their candidates beside what was asked for', async () => {
      const { ingests } = stage.tenant().own;
      const given = newIngest(stage.ids.next(), { request: { autoStore: true } });
      await ingests.insert(given);
      const read = { extractor: 'reader-2', prompt: 'prompt-1', warnings: [] };
      await ingests.saveCandidates(given.traceId, [], NOON, read);
      expect((await ingests.get(given.traceId))?.request).toEqual({ ...given.request, read });
    });

    it('keep nothing that is still to be stored of a text that was rewritten since', async () => {
      const { ingests, artifacts } = stage.tenant().own;
      const [artifactId, other] = [stage.ids.next(), stage.ids.next()];
      const request = { model: { state: 'due', added: 0 } };
      const done = newIngest(stage.ids.next(), { artifactId, state: 'done', request });
      const beside = newIngest(stage.ids.next(), { artifactId: other, state: 'done', request });
      for (const ingest of [done, beside]) {
        await ingests.insert(ingest);
        await ingests.saveCandidates(ingest.traceId, [{ content: 'My code is 1234.' }], NOON);
      }
      await artifacts.rewrite([]);
      const trace = async () =>
        (await ingests.heldCandidates([done.traceId, beside.traceId])).map(({ traceId }) => traceId);
      expect(await trace()).toEqual([done.traceId, beside.traceId].sort());
      const sizes = async () => ingests.heldSizes([artifactId, other, stage.ids.next()]);
      expect(await sizes()).toEqual(
        [done, beside]
          .map((one) => ({ traceId: one.traceId, artifactId: one.artifactId, bytes: expect.any(Number) }))
          .sort((first, second) => (first.traceId < second.traceId ? -1 : 1)),
      );
      expect(await ingests.heldSizes([])).toEqual([]);
      await artifacts.rewrite([
        { id: artifactId, content: 'What is left.' },
        { id: stage.ids.next(), content: 'Nobody has it.' },
      ]);
      expect(await trace()).toEqual([beside.traceId]);
      expect((await sizes()).map(({ artifactId }) => artifactId)).toEqual([other]);
      expect((await ingests.get(done.traceId))?.candidates).toBeNull();
      expect((await ingests.get(beside.traceId))?.candidates).toHaveLength(1);
    });

    it('keep their text when they fail, and process again when they are opened again', async () => {
      const { ingests } = stage.tenant().own;
      const given = newIngest(stage.ids.next(), { content: 'The text.' });
      const done = newIngest(stage.ids.next());
      for (const ingest of [given, done]) await ingests.insert(ingest);
      await ingests.saveCandidates(given.traceId, [{ n: 1 }], NOON);
      await ingests.finish(given.traceId, { state: 'failed', result: null, error: 'It broke.', at: NOON });
      await ingests.finish(done.traceId, { state: 'done', result: {}, error: null, at: NOON });
      expect(await ingests.get(given.traceId)).toMatchObject({ content: 'The text.', candidates: [{ n: 1 }] });
      await ingests.reopen([given.traceId, done.traceId, stage.ids.next()], NOON);
      await ingests.reopen([], NOON);
      expect(await ingests.get(given.traceId)).toEqual({ ...given, candidates: [{ n: 1 }] });
      expect(await ingests.get(done.traceId)).toMatchObject({ state: 'done', finishedAt: NOON });
    });

    it('are read as they were inserted', async () => {
      const { ingests } = stage.tenant().own;
      const full = newIngest(stage.ids.next(), {
        state: 'failed',
        request: { actorId: "it's" },
        artifactId: stage.ids.next(),
        candidates: [],
        result: { list: [] },
        error: 'It broke.',
        finishedAt: NOON,
      });
      await ingests.insert(full);
      expect(await ingests.get(full.traceId)).toEqual(full);
    });

    it('may be finished after they failed, and stay done once they are', async () => {
      const { ingests } = stage.tenant().own;
      const { traceId } = newIngest(stage.ids.next());
      await ingests.insert(newIngest(traceId));
      await ingests.finish(traceId, { state: 'failed', result: null, error: 'It broke.', at: NOON });
      expect(await ingests.get(traceId)).toMatchObject({ state: 'failed', error: 'It broke.', finishedAt: NOON });
      const result = { stored: ['x'] };
      await ingests.finish(traceId, { state: 'done', result, error: null, at: minutesAfter(1) });
      await ingests.finish(traceId, { state: 'failed', result: null, error: 'Late.', at: minutesAfter(2) });
      await ingests.saveCandidates(traceId, [{ late: true }], minutesAfter(2));
      expect(await ingests.get(traceId)).toMatchObject({
        state: 'done',
        result,
        error: null,
        candidates: null,
        finishedAt: minutesAfter(1),
      });
    });
  });

  describe('a vocabulary', () => {
    it('is there once it was written, and each time of a higher version', async () => {
      const { vocabulary } = stage.tenant().own;
      expect(await vocabulary.get()).toBeNull();
      expect(await vocabulary.noteChanges(3)).toEqual({ memories: 0, changes: 3 });
      expect(await vocabulary.get()).toBeNull();
      await vocabulary.replace({
        memories: 10,
        frequencies: { '7': 3, '4294967295': 1 },
        speakers: [{ dimension: 999_999_999, terms: [5, 8] }],
        changesSeen: 3,
        at: NOON,
      });
      expect(await vocabulary.get()).toEqual({
        version: 1,
        memories: 10,
        frequencies: { '7': 3, '4294967295': 1 },
        speakers: [{ dimension: 999_999_999, terms: [5, 8] }],
      });
      await vocabulary.replace({ memories: 11, frequencies: {}, speakers: [], changesSeen: 0, at: NOON });
      expect(await vocabulary.get()).toEqual({ version: 2, memories: 11, frequencies: {}, speakers: [] });
    });

    it('counts the changes since, of many at once too', async () => {
      const { vocabulary } = stage.tenant().own;
      await Promise.all(Array.from({ length: 20 }, () => vocabulary.noteChanges(2)));
      expect(await vocabulary.noteChanges(0)).toEqual({ memories: 0, changes: 40 });
      await vocabulary.replace({ memories: 5, frequencies: {}, speakers: [], changesSeen: 30, at: NOON });
      expect(await vocabulary.noteChanges(1)).toEqual({ memories: 5, changes: 11 });
      await vocabulary.replace({ memories: 5, frequencies: {}, speakers: [], changesSeen: 99, at: NOON });
      expect(await vocabulary.noteChanges(1)).toEqual({ memories: 5, changes: 1 });
    });

    it('may be written before any change was noted', async () => {
      const { vocabulary } = stage.tenant().own;
      await vocabulary.replace({ memories: 2, frequencies: { '1': 2 }, speakers: [], changesSeen: 0, at: NOON });
      expect(await vocabulary.get()).toEqual({ version: 1, memories: 2, frequencies: { '1': 2 }, speakers: [] });
    });
  });

  it('answers a ping', async () => {
    await stage.records.ping();
  });
}
