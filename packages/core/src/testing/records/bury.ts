import { nothingRead } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import type { TenantRecords, TenantRepositories } from '../../ports/records.js';
import { filterOf, minutesAfter, NOON, newArtifact, newIngest } from '../builders.js';
import { wholeHistory } from '../whole-history.js';
import { insertEach, leaseOf, overlapping, type Stage, sorted } from './stage.js';

const canaries = (name: string) => ({
  content: `canary-${name}-content`,
  context: `canary-${name}-context`,
  tags: [`canary-${name}-tag`],
  metadata: { key: `canary-${name}-metadata`, sessionId: `canary-${name}-session` },
  provenance: { from: `canary-${name}-provenance` },
  contentHash: `canary-${name}-hash`,
});

async function withHistory(own: TenantRecords, memoryId: string, text: string): Promise<void> {
  await own.history.add([
    { memoryId, version: 1, change: 'created', at: NOON, before: null, after: { content: text } },
    { memoryId, version: 2, change: 'updated', at: NOON, before: { content: text }, after: { content: `${text}2` } },
  ]);
}

export function burySuite(stage: Stage): void {
  describe('burying', () => {
    it('leaves no trace of the text in any table', async () => {
      const { own } = stage.tenant();
      const name = stage.ids.next();
      const [kept = '', id = ''] = await insertEach(stage, own.memories, [{ content: `kept-${name}` }, canaries(name)]);
      await insertEach(stage, own.memories, [
        { content: `heir-${name}`, context: `canary-${name}-content`, contextSourceIds: [id, kept] },
      ]);
      await withHistory(own, id, `canary-${name}-history`);
      expect(await stage.dump()).toContain(`canary-${name}`);
      await own.memories.bury([id], NOON);
      // Until then it tells which words have to go.
      await own.history.forget([id]);
      const left = await stage.dump();
      expect(left).toContain(`kept-${name}`);
      expect(left).toContain(`heir-${name}`);
      expect(left).not.toContain(`canary-${name}`);
      expect(await wholeHistory(own, id)).toEqual([]);
    });

    it('is told before which others were drawn from the same raw texts, page by page', async () => {
      const { own } = stage.tenant();
      const [text, other] = [newArtifact(stage.ids.next()), newArtifact(stage.ids.next())];
      for (const artifact of [text, other]) await own.artifacts.insert(artifact);
      const drawn = { sourceArtifactId: text.id };
      const [plain = '', placed = '', told = '', elsewhere = '', gone = ''] = await insertEach(stage, own.memories, [
        drawn,
        { ...drawn, span: { start: 2, end: 5 } },
        { ...drawn, context: 'before it' },
        { sourceArtifactId: other.id, context: 'before that' },
        { ...drawn, context: 'gone' },
      ]);
      await own.memories.bury([gone], NOON);
      const rowOf = (id: string) => ({ id, sourceArtifactId: text.id, span: null });
      const all = { having: 'any', after: null, limit: 9 } as const;
      const at = { ...rowOf(placed), span: { start: 2, end: 5 } };
      expect(await own.memories.drawnFrom([text.id], all)).toEqual([rowOf(plain), at, rowOf(told)]);
      expect(await own.memories.drawnFrom([text.id], { ...all, limit: 1 })).toEqual([rowOf(plain)]);
      expect(await own.memories.drawnFrom([text.id], { ...all, after: placed })).toEqual([rowOf(told)]);
      expect(await own.memories.drawnFrom([text.id], { ...all, having: 'place' })).toEqual([at]);
      expect(await own.memories.drawnFrom([text.id], { ...all, having: 'context' })).toEqual([rowOf(told)]);
      expect(await own.memories.drawnFrom([], all)).toEqual([]);
      const contexts = await own.memories.contexts([plain, told, elsewhere, gone]);
      expect(sorted(contexts.map(({ context }) => context))).toEqual(['before it', 'before that']);
      expect(await own.memories.contexts([])).toEqual([]);
    });

    it('is told before of how many statements each is, as far as it was read', async () => {
      const { own } = stage.tenant();
      const statement = { start: 0, end: 1, stems: [], words: [] };
      const readAs = (count: number) => ({
        reading: { ...nothingRead, statements: Array.from({ length: count }, () => statement), by: 'test' },
      });
      const ids = await insertEach(stage, own.memories, [{ reading: null }, readAs(0), readAs(2)]);
      const wordings = await own.memories.wordings(ids);
      expect(new Map(wordings.map(({ id, statements }) => [id, statements]))).toEqual(
        new Map(ids.map((id, place) => [id, [0, 0, 2][place]])),
      );
    });

    it('leaves a tombstone of a higher version until the index has confirmed', async () => {
      const { own } = stage.tenant();
      const [id = ''] = await insertEach(stage, own.memories, [{ content: 'gone', context: 'gone', tags: ['gone'] }]);
      expect(await own.memories.bury([id], NOON)).toEqual({ buried: [id], changed: [], artifactIds: [] });
      const [state] = await own.memories.indexStates([id]);
      expect(state).toMatchObject({ id, version: 2, indexedVersion: 0, absent: true, tombstone: true });
      expect(state).toMatchObject({ content: '', context: null, tags: [], sessionId: null });
      await own.memories.markIndexed([{ id, version: 2, indexEpoch: 0, embeddingId: null }]);
      expect(await own.memories.indexStates([id])).toEqual([]);
    });

    it('empties the contexts that hold the text, and names who was only changed', async () => {
      const { own } = stage.tenant();
      const [first = '', second = ''] = await insertEach(stage, own.memories, [{}, {}]);
      const heirs = await insertEach(stage, own.memories, [
        { context: 'of the first', contextSourceIds: [first], createdAt: minutesAfter(-9) },
        { context: 'of both', contextSourceIds: [first, second] },
        { context: 'of the second', contextSourceIds: [second] },
        { context: 'of the first, archived', contextSourceIds: [first] },
      ]);
      const [ofFirst = '', ofBoth = '', ofSecond = '', archived = ''] = heirs;
      await own.memories.update(archived, { archivedAt: NOON }, NOON);
      const { buried, changed } = await own.memories.bury([first], minutesAfter(1));
      expect(buried).toEqual([first]);
      expect(sorted(changed)).toEqual([ofFirst, ofBoth, archived]);
      for (const id of [ofFirst, ofBoth]) {
        expect(await own.memories.get(id)).toMatchObject({ context: null, version: 2 });
      }
      expect(await own.memories.get(archived)).toMatchObject({ context: null, version: 3 });
      expect(await own.memories.get(ofSecond)).toMatchObject({ context: 'of the second', version: 1 });
      // The context of both is gone already: the second has nothing more to take from it.
      expect((await own.memories.bury([second], NOON)).changed).toEqual([ofSecond]);
    });

    it('leaves alone what has no context, and no reference to what is gone', async () => {
      const { own } = stage.tenant();
      const [source = ''] = await insertEach(stage, own.memories, [{}]);
      const [bare = ''] = await insertEach(stage, own.memories, [{ contextSourceIds: [source] }]);
      expect((await own.memories.bury([source], NOON)).changed).toEqual([]);
      expect(await own.memories.get(bare)).toMatchObject({ version: 1 });
      await own.memories.markIndexed([{ id: source, version: 2, indexEpoch: 0, embeddingId: null }]);
      expect(await stage.dump()).not.toContain(source);
    });

    it('counts a buried heir as buried only', async () => {
      const { own } = stage.tenant();
      const [source = ''] = await insertEach(stage, own.memories, [{}]);
      const [heir = ''] = await insertEach(stage, own.memories, [{ context: 'x', contextSourceIds: [source] }]);
      const { buried, changed } = await own.memories.bury([heir, source], NOON);
      expect(sorted(buried)).toEqual([source, heir]);
      expect(changed).toEqual([]);
      expect(await own.memories.indexStates([heir])).toMatchObject([{ version: 2 }]);
    });

    it('enqueues the index for all of them, due at once', async () => {
      const { tenant, own } = stage.tenant();
      const [source = ''] = await insertEach(stage, own.memories, [{}]);
      const [heir = ''] = await insertEach(stage, own.memories, [{ context: 'x', contextSourceIds: [source] }]);
      await own.outbox.enqueue([{ kind: 'index', ref: heir }], NOON, minutesAfter(600));
      await own.memories.bury([source], NOON);
      const due = await stage.records.outbox.due('index', NOON, 10_000);
      const refs = due.filter((job) => job.tenant === tenant).map(({ ref }) => ref);
      expect(sorted(refs)).toEqual([source, heir]);
    });

    it('is done once; unknown ids are no fault', async () => {
      const { own } = stage.tenant();
      const [id = ''] = await insertEach(stage, own.memories, [{}]);
      const unknown = stage.ids.next();
      expect((await own.memories.bury([id, unknown], NOON)).buried).toEqual([id]);
      expect(await own.memories.bury([id, unknown], NOON)).toEqual({ buried: [], changed: [], artifactIds: [] });
      expect(await own.memories.bury([], NOON)).toEqual({ buried: [], changed: [], artifactIds: [] });
      expect(await own.memories.indexStates([id])).toMatchObject([{ version: 2 }]);
    });

    it('is done by one of many at once', async () => {
      const { own } = stage.tenant();
      for (let round = 0; round < 5; round += 1) {
        const ids = await insertEach(
          stage,
          own.memories,
          Array.from({ length: 40 }, () => ({})),
        );
        const orders = [ids, ids.toReversed(), ids, ids.toReversed()];
        const answers = await Promise.all(orders.map((order) => own.memories.bury(order, NOON)));
        expect(sorted(answers.flatMap(({ buried }) => buried))).toEqual(ids);
        const versions = (await own.memories.indexStates(ids)).map(({ version }) => version);
        expect(new Set(versions)).toEqual(new Set([2]));
      }
    });

    it('names the artifacts, and those of ingest without a living memory can go', async () => {
      const { own } = stage.tenant();
      const ingested = newArtifact(stage.ids.next(), { ingestTraceId: stage.ids.next() });
      const uploaded = newArtifact(stage.ids.next());
      await own.artifacts.insert(ingested);
      await own.artifacts.insert(uploaded);
      const [first = '', second = '', third = '', stays = ''] = await insertEach(stage, own.memories, [
        { sourceArtifactId: ingested.id },
        { sourceArtifactId: ingested.id },
        { sourceArtifactId: uploaded.id },
        { sourceArtifactId: ingested.id },
      ]);
      const { artifactIds } = await own.memories.bury([first, second, third], NOON);
      expect(sorted(artifactIds)).toEqual([ingested.id, uploaded.id]);
      await own.artifacts.removeUnused(artifactIds);
      expect(await own.artifacts.get(ingested.id)).toEqual(ingested);
      await own.memories.bury([stays], NOON);
      await own.artifacts.removeUnused(artifactIds);
      expect(await own.artifacts.get(ingested.id)).toBeNull();
      expect(await own.artifacts.get(uploaded.id)).toEqual(uploaded);
      await own.artifacts.removeUnused([]);
    });

    it.each(['processing', 'failed'] as const)(
      'leaves the artifact of an ingest that is %s, until it ends',
      async (state) => {
        const { own } = stage.tenant();
        const [id, traceId] = [stage.ids.next(), stage.ids.next()];
        const candidates = [{ content: 'Not decided about.' }];
        await own.artifacts.insert(newArtifact(id, { ingestTraceId: traceId }));
        await own.ingests.insert(newIngest(traceId, { artifactId: id, state, candidates }));
        const [only = ''] = await insertEach(stage, own.memories, [{ sourceArtifactId: id }]);
        await own.artifacts.removeUnused((await own.memories.bury([only], NOON)).artifactIds);
        expect(await own.artifacts.get(id)).not.toBeNull();
        expect(await own.ingests.get(traceId)).toMatchObject({ candidates });
        await own.ingests.finish(traceId, { state: 'done', result: null, error: null, at: NOON });
        await own.artifacts.removeUnused([id]);
        expect(await own.artifacts.get(id)).toBeNull();
      },
    );

    it('finds nothing remaining where the last two sources go at once: the later of the two does', async () => {
      const { own } = stage.tenant();
      const [first = '', second = '', made = ''] = await insertEach(stage, own.memories, [{}, {}, {}]);
      await own.lifecycle.addSources([{ memoryId: made, sourceIds: [first, second] }]);
      const take = async ({ memories, lifecycle }: TenantRepositories, id: string) => {
        await memories.bury([id], NOON);
        return lifecycle.distilled(await lifecycle.distilledFrom([id]));
      };
      const [early, late] = await overlapping(
        own,
        async (repositories, letOther) => {
          const taken = await take(repositories, first);
          await letOther();
          return taken;
        },
        () => own.transaction((repositories) => take(repositories, second)),
      );
      expect(early).toMatchObject([{ id: made, sourceIds: [second] }]);
      expect(late).toMatchObject([{ id: made, sourceIds: [] }]);
    });

    it('locks what was distilled along with it, in the order of all', async () => {
      const { own } = stage.tenant();
      const [first = '', made = '', second = ''] = await insertEach(stage, own.memories, [{}, {}, {}]);
      await own.lifecycle.addSources([{ memoryId: made, sourceIds: [first] }]);
      const bury = ({ memories, lifecycle }: TenantRepositories) =>
        memories
          .bury([first, second], NOON)
          .then(() => lifecycle.distilledFrom([first, second]))
          .then((ids) => lifecycle.distilled(ids));
      const [, taken] = await overlapping(
        own,
        async ({ lifecycle }, letOther) => {
          await lifecycle.lock([made]);
          await letOther();
          return lifecycle.lock([second]);
        },
        () => own.transaction(bury),
      );
      expect(taken).toMatchObject([{ id: made, sourceIds: [] }]);
    });

    it('lets an artifact go whose last two memories go at once', async () => {
      const { own } = stage.tenant();
      const artifact = newArtifact(stage.ids.next(), { ingestTraceId: stage.ids.next() });
      await own.artifacts.insert(artifact);
      const drawn = { sourceArtifactId: artifact.id };
      const [first = '', second = ''] = await insertEach(stage, own.memories, [drawn, drawn]);
      const remove = async ({ memories, artifacts }: TenantRepositories, id: string) => {
        await memories.bury([id], NOON);
        await artifacts.removeUnused([artifact.id]);
      };
      await overlapping(
        own,
        async (repositories, letOther) => {
          await remove(repositories, first);
          await letOther();
        },
        () => own.transaction((repositories) => remove(repositories, second)),
      );
      expect(await own.artifacts.get(artifact.id)).toBeNull();
    });

    it('takes a memory out of every count', async () => {
      const { own } = stage.tenant();
      const [id = ''] = await insertEach(stage, own.memories, [{}, {}]);
      const before = await stage.records.counts();
      await own.memories.bury([id], NOON);
      const after = await stage.records.counts();
      expect(after.memories).toBe(before.memories - 1);
      expect(await own.memories.count(filterOf({ includeArchived: true }))).toBe(1);
      // The job of the index is at hand for whoever leases it.
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 5)).toEqual([id]);
    });
  });
}
