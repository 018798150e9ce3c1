import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { TenantRecords } from '../../ports/records.js';
import {
  filterOf,
  minutesAfter,
  NOON,
  newArtifact,
  newCandidate,
  newEntity,
  newIngest,
  newMemory,
  newRelation,
  newReview,
} from '../builders.js';
import { wholeHistory } from '../whole-history.js';
import { leaseOf, type Stage, sorted } from './stage.js';

interface SharedIds {
  memory: string;
  heir: string;
  artifact: string;
  trace: string;
  owner: string;
  named: string;
}

const claim = { fingerprint: 'print', lockedUntil: minutesAfter(1), at: NOON, expiredBefore: minutesAfter(-60) };

/** The same ids, keys and refs for every tenant; only the text names whose it is. */
async function fill(own: TenantRecords, ids: SharedIds, whose: string): Promise<void> {
  const { owner: ownerEntityId, artifact: sourceArtifactId } = ids;
  const common = {
    ownerEntityId,
    sourceArtifactId,
    contentHash: 'the same',
    tags: ['t'],
    factKeys: ['fact'],
    wordKeys: [7],
  };
  await own.memories.insert([
    newMemory(ids.memory, { ...common, content: `memory of ${whose}` }),
    newMemory(ids.heir, {
      ...{ ...common, content: `heir of ${whose}`, context: whose, contextSourceIds: [ids.memory] },
      supersededById: ids.memory,
    }),
  ]);
  await own.lifecycle.addSources([{ memoryId: ids.heir, sourceIds: [ids.memory] }]);
  const entry = { memoryId: ids.memory, version: 1, change: 'created', at: NOON, before: null };
  await own.history.add([{ ...entry, after: { whose } }]);
  await own.artifacts.insert(newArtifact(ids.artifact, { content: whose, ingestTraceId: ids.trace }));
  const result = { whose, rejectedMemories: [{ duplicateOf: ids.memory }] };
  const of = { artifactId: ids.artifact, content: whose, result };
  const read = { before: [{ artifactId: ids.artifact, start: 0, end: 1 }] };
  await own.ingests.insert(newIngest(ids.trace, { ...of, request: { sessionId: 'talk', read, unkept: [whose] } }));
  await own.relations.add([newRelation(ids.trace, { fromId: ids.memory, toId: ids.heir, metadata: { whose } })]);
  const ofPart = { fromId: ids.heir, toId: ids.memory, metadata: { part: true, whose } };
  await own.relations.add([newRelation(ids.artifact, ofPart)]);
  const waits = { candidate: newCandidate(whose), contentHash: 'the same', ownerEntityId };
  await own.reviews.add([newReview(ids.trace, { ...waits, memoryId: ids.memory, sourceArtifactId })]);
  await own.entities.insert([newEntity(ids.named, { name: 'Named', properties: { whose }, fromMentions: true })]);
  const mention = { type: 'mentions', fromId: ids.memory, toType: 'entity', toId: ids.named } as const;
  await own.relations.add([newRelation(ids.owner, mention)]);
  await own.idempotency.claim('key', claim);
  await own.idempotency.store('key', { result: { whose }, mentions: [ids.memory], lockedUntil: null });
  await own.vocabulary.replace({ memories: 1, frequencies: { '1': 1 }, speakers: [], changesSeen: 0, at: NOON });
  await own.outbox.enqueue([{ kind: 'index', ref: ids.memory }], NOON, NOON);
}

const sameText = ({ owner }: SharedIds) => ({ ownerEntityId: owner, contentHash: 'the same' });

const talk = { sessionId: 'talk', ownerEntityId: null };
const afterAll = ({ trace }: SharedIds) => ({ ...talk, traceId: trace, createdAt: minutesAfter(600) });
const beforeAll = ({ trace }: SharedIds) => ({ ...talk, traceId: trace, createdAt: minutesAfter(-600) });

/** Everything that a tenant can see, by methods that change nothing. */
async function seen(own: TenantRecords, ids: SharedIds) {
  const all = [ids.memory, ids.heir];
  const filter = filterOf({ includeArchived: true, includeSuperseded: true });
  return {
    memories: sorted((await own.memories.getMany(all)).map((row) => JSON.stringify(row))),
    one: await own.memories.get(ids.memory),
    page: await own.memories.page({ filter, sortBy: 'createdAt', sortOrder: 'asc', limit: 10, offset: 0 }),
    matching: await own.memories.matching(filter),
    count: await own.memories.count(filter),
    stats: await own.memories.stats({ after: minutesAfter(-600), before: minutesAfter(600) }),
    hashes: await own.memories.withHashes(ids.owner, ['the same'], 10),
    lists: await own.memories.lists(filter, 10, 10),
    countWaiting: await own.memories.countWaiting(filter),
    unembedded: await own.memories.unembedded(filter),
    vectorCounts: await own.memories.vectorCounts(),
    scoringFacts: sorted((await own.memories.facts(all, filter)).map((row) => JSON.stringify(row))),
    states: sorted((await own.memories.indexStates(all)).map((row) => JSON.stringify(row))),
    contents: await own.memories.contents(null, 10),
    versions: await own.memories.versions(null, 10),
    versionsOf: sorted((await own.memories.versionsOf(all)).map((row) => JSON.stringify(row))),
    deadLetters: await own.outbox.deadLetters({ limit: 5, offset: 0 }),
    history: await wholeHistory(own, ids.memory),
    entryVersions: await own.history.versions(ids.memory, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    artifact: await own.artifacts.get(ids.artifact),
    artifacts: await own.artifacts.page({ limit: 5 }),
    reworded: await own.memories.rewordedIn(ids.artifact),
    readersOf: await own.memories.readersOf(ids.artifact, ids.trace, 9),
    retired: await own.memories.retiredHashes(ids.owner, ['the same']),
    ingest: await own.ingests.get(ids.trace),
    ingestStatus: await own.ingests.status(ids.trace),
    standing: await own.ingests.standing(ids.trace),
    ingestIsThere: await own.ingests.isThere(ids.trace),
    ingests: await own.ingests.page({ limit: 5, offset: 0 }),
    steps: await own.ingests.stepsBefore(afterAll(ids), 9),
    told: await own.ingests.textsBefore(afterAll(ids), 9),
    waiting: await own.ingests.waitingAfter(beforeAll(ids)),
    readWith: await own.ingests.readWith([ids.artifact]),
    heldSizes: await own.ingests.heldSizes([ids.artifact]),
    heldCandidates: await own.ingests.heldCandidates([ids.trace]),
    lockedTexts: await own.artifacts.lock([ids.artifact]),
    citing: await own.memories.citing([ids.memory]),
    facts: await own.memories.withFacts(ids.owner, ['fact']),
    words: await own.memories.knownBy(ids.owner, { holding: [[7]] }),
    sharing: await own.memories.knownBy(ids.owner, { sharing: { texts: [[{ key: 7, weight: 1 }]], most: 5 } }),
    known: sorted(
      (await own.memories.knownBy(ids.owner, { ids: all, hashes: ['the same'] })).map((row) => JSON.stringify(row)),
    ),
    knownVersions: await own.memories.knownVersions(ids.owner, { holding: [[7]] }),
    named: await own.entities.named(['Named']),
    namedEntity: await own.entities.get(ids.named),
    madeFor: await own.entities.madeFor('mentions', all),
    ownerOf: [await own.entities.ownerOf('memory', ids.memory), await own.entities.ownerOf('ingest', ids.trace)],
    relations: [await own.relations.of(ids.memory), await own.relations.of(ids.heir)],
    living: await own.memories.living(all),
    tags: await own.memories.tagsOf(all),
    noted: await own.history.noted(all, ['x', 'created'], 9),
    entries: await own.history.at(all.map((memoryId) => ({ memoryId, version: 1 }))),
    replacing: await own.relations.replacing('supersedes', all),
    toldBefore: await own.relations.toldBefore('supersedes', all),
    parts: await own.relations.partsReplacedBy('supersedes', all, 9),
    owners: await own.memories.owners(all),
    wordings: sorted((await own.memories.wordings(all)).map((row) => JSON.stringify(row))),
    drawn: [
      await own.memories.drawnFrom([ids.artifact], { having: 'any', after: null, limit: 9 }),
      await own.memories.contexts(all),
    ],
    replaced: await own.memories.replacedBy(all),
    repeating: await own.ingests.repeating([ids.memory]),
    answers: await own.ingests.answers({ artifactIds: [ids.artifact], traceIds: [ids.trace] }),
    results: await own.ingests.results([ids.trace]),
    texts: await own.artifacts.texts([ids.artifact]),
    review: await own.reviews.get(ids.trace),
    reviews: await own.reviews.page({ state: 'open' }, { limit: 5, offset: 0 }),
    openReviews: await own.reviews.countOpen(),
    alike: await own.reviews.alike({ id: ids.heir, ...sameText(ids) }, minutesAfter(60), 9),
    reviewed: await own.reviews.getMany([ids.trace]),
    tracing: [
      await own.reviews.tracing({ memoryIds: [ids.memory], texts: [], artifactIds: [] }),
      await own.reviews.tracing({ memoryIds: [], texts: [], artifactIds: [ids.artifact] }),
      await own.reviews.tracing({ memoryIds: [], texts: [sameText(ids)], artifactIds: [] }),
    ],
    distilled: [
      await own.lifecycle.distilledFrom(all),
      await own.lifecycle.distilled(all),
      await own.lifecycle.distilledBelow(all, null, 9),
      await own.lifecycle.sourcesBeyond(
        all.map((id) => ({ id, after: null })),
        9,
      ),
    ],
    sources: [await own.lifecycle.sources(all), await own.lifecycle.sourceVersions(all, 9)],
    key: await own.idempotency.claim('key', claim),
    vocabulary: await own.vocabulary.get(),
    statements: await own.statementCounts.totals(),
    changes: await own.vocabulary.noteChanges(0),
  };
}

type Deed = (own: TenantRecords, ids: SharedIds, stage: Stage, tenant: TenantId) => Promise<unknown>;

const deeds: Record<string, Deed> = {
  update: (own, ids) => own.memories.update(ids.memory, { content: 'changed', tags: [], archivedAt: NOON }, NOON),
  setFacts: (own, ids) => own.memories.setFacts(ids.memory, ['another']),
  rewrite: (own, ids) =>
    own.memories.rewrite([{ id: ids.memory, content: 'x', contentHash: 'x' }], { marks: [] }, NOON),
  supersede: (own, ids) => own.memories.supersede([{ id: ids.memory, byId: ids.heir, invalidAt: NOON }], NOON),
  recordAccess: (own, ids) => own.memories.recordAccess(ids.memory, NOON),
  bury: (own, ids) => own.memories.bury([ids.memory], NOON),
  emptyContexts: (own, ids) => own.memories.emptyContexts([ids.memory], NOON, []),
  'emptied contexts': (own, ids) => own.memories.emptyContexts([], NOON, [ids.heir]),
  'an ingest that begins again': (own, ids) => own.ingests.beginAgain(ids.trace, 'new', NOON),
  'a rewritten artifact': (own, ids) => own.artifacts.rewrite([{ id: ids.artifact, content: 'changed' }]),
  'a rewritten result': (own, ids) => own.ingests.rewriteResults([{ traceId: ids.trace, result: { changed: true } }]),
  'a decided review': (own, ids) =>
    own.reviews.decide([ids.trace], { state: 'accepted', memoryId: ids.heir, otherIds: [], at: NOON }),
  'a removed review': (own, ids) => own.reviews.remove([ids.trace]),
  'the reviews of an owner': (own, ids) => own.erasure.removeReviews(ids.owner, 9),
  'forgotten sources': (own, ids) => own.lifecycle.forgetSources([ids.memory]),
  'removed edges': (own, ids) => own.relations.removeReplacing('supersedes', ids.heir),
  markIndexed: (own, ids) =>
    own.memories.markIndexed([{ id: ids.memory, version: 1, indexEpoch: 0, embeddingId: ids.trace }]),
  markUnindexed: (own, ids) => own.memories.markUnindexed([ids.memory], NOON),
  'a removed tombstone': async (own, ids) => {
    await own.memories.bury([ids.memory, ids.heir], NOON);
    await own.memories.markIndexed([
      { id: ids.memory, version: 2, indexEpoch: 0, embeddingId: null },
      { id: ids.heir, version: 2, indexEpoch: 0, embeddingId: null },
    ]);
  },
  'a tombstone taken away': async (own, ids) => {
    await own.memories.bury([ids.memory], NOON);
    await own.transfer.removeTombstones([ids.memory]);
  },
  'a history entry': (own, ids) =>
    own.history.add([{ memoryId: ids.memory, version: 2, change: 'x', at: NOON, before: null, after: null }]),
  'a removed artifact': async (own, ids) => {
    await own.memories.bury([ids.memory, ids.heir], NOON);
    await own.ingests.finish(ids.trace, { state: 'done', result: null, error: null, at: NOON });
    await own.artifacts.removeUnused([ids.artifact]);
  },
  'an artifact taken away': (own, ids) => own.artifacts.remove(ids.artifact),
  'entities removed since nothing mentions them': async (own, ids) => {
    await own.relations.removeOf([ids.memory]);
    await own.entities.removeUnrelated([ids.named]);
  },
  'removed relations': (own, ids) => own.relations.removeOf([ids.memory]),
  'removed mentions': (own, ids) => own.relations.removeLeading('mentions', ids.memory, [ids.named]),
  addOutcomes: (own, ids) => own.ingests.addOutcomes(ids.trace, [{ a: 1 }], NOON),
  saveCandidates: (own, ids) => own.ingests.saveCandidates(ids.trace, [{ a: 1 }], NOON),
  finish: (own, ids) => own.ingests.finish(ids.trace, { state: 'done', result: { a: 1 }, error: null, at: NOON }),
  'a failure with forgotten candidates': async (own, ids) => {
    await own.ingests.finish(ids.trace, { state: 'failed', result: null, error: 'x', at: NOON });
    await own.ingests.forgetCandidates([ids.trace], NOON);
  },
  'a reading of a language model': async (own, ids) => {
    await own.ingests.finish(ids.trace, { state: 'done', result: { a: 1 }, error: null, at: NOON });
    await own.ingests.setModelReading(ids.trace, { state: 'done', added: 1 }, NOON, { a: 2 });
  },
  reopen: (own, ids) => own.ingests.reopen([ids.trace], NOON),
  'a stored answer': (own) =>
    own.idempotency.store('key', { result: { changed: true }, mentions: [], lockedUntil: minutesAfter(5) }),
  'forgotten answers': (own, ids) => own.idempotency.forget([ids.memory]),
  'an expired key': (own) => own.idempotency.claim('key', { ...claim, expiredBefore: minutesAfter(60) }),
  'a call of a model': (own) => own.modelCalls.take('2026-03-01', { calls: 9, tokens: null }),
  'counted statements': (own) =>
    own.statementCounts.add('chat', { kept: 1, noise: 1, repeat: 0, replaced: 0, review: 0 }),
  noteChanges: (own) => own.vocabulary.noteChanges(5),
  'a new vocabulary': (own) =>
    own.vocabulary.replace({ memories: 9, frequencies: {}, speakers: [], changesSeen: 0, at: NOON }),
  'a failed transaction': (own, ids) =>
    own
      .transaction(async ({ memories }) => {
        await memories.bury([ids.memory], NOON);
        throw new Error('no');
      })
      .catch(() => null),
  'a transaction': (own, ids) =>
    own.transaction(async (repositories) => {
      await repositories.lockOwner(ids.owner);
      await repositories.memories.update(ids.memory, { content: 'changed' }, NOON);
    }),
  leaseMore: (own, _ids, stage) => own.outbox.leaseMore('index', leaseOf(stage), 9),
  'a dead letter': async (own, ids, stage, tenant) => {
    const lease = leaseOf(stage);
    const job = { tenant, kind: 'index' as const, ref: ids.memory };
    await stage.records.outbox.lease(job, lease);
    await stage.records
      .forTenant(job.tenant)
      .outbox.fail(job, lease, { error: 'x', dueAt: minutesAfter(9), dead: true });
    await own.outbox.enqueue([{ kind: 'vocabulary', ref: ids.memory }], NOON, NOON);
  },
  'a dead letter that lives again': async (own, ids, stage, tenant) => {
    const lease = leaseOf(stage);
    const job = { tenant, kind: 'index' as const, ref: ids.memory };
    await stage.records.outbox.lease(job, lease);
    await stage.records.forTenant(job.tenant).outbox.fail(job, lease, { error: 'x', dueAt: NOON, dead: true });
    await own.outbox.replay({}, NOON, 9);
  },
  'a job that is done': async (own, ids, stage, tenant) => {
    const lease = leaseOf(stage);
    await stage.records.outbox.lease({ tenant, kind: 'index', ref: ids.memory }, lease);
    await own.outbox.done({ kind: 'index', ref: ids.memory }, lease);
  },
};

export function isolationSuite(stage: Stage): void {
  const pair = async () => {
    const ids: SharedIds = {
      memory: stage.ids.next(),
      heir: stage.ids.next(),
      artifact: stage.ids.next(),
      trace: stage.ids.next(),
      owner: stage.ids.next(),
      named: stage.ids.next(),
    };
    const [first, second] = [stage.tenant(), stage.tenant()];
    await fill(first.own, ids, 'canary-one');
    await fill(second.own, ids, 'canary-two');
    return { ids, first, second };
  };

  describe('between tenants with the same ids', () => {
    it('nothing of another is read', async () => {
      const { ids, first, second } = await pair();
      expect(JSON.stringify(await seen(first.own, ids))).not.toContain('canary-two');
      expect(JSON.stringify(await seen(second.own, ids))).not.toContain('canary-one');
      const stranger = await seen(stage.tenant().own, ids);
      expect(JSON.stringify(stranger)).not.toMatch(/canary/);
      expect(stranger).toMatchObject({
        countWaiting: { passing: 0, waiting: 0 },
        unembedded: 0,
        vectorCounts: { done: 0, waiting: 0 },
        memories: [],
        one: null,
        count: 0,
        history: [],
        artifact: null,
        ingest: null,
      });
      // Looking for the key of idempotency was its first claim.
      expect(stranger).toMatchObject({ states: [], facts: [], hashes: [], contents: [], key: null, vocabulary: null });
    });

    it.each(Object.entries(deeds))('%s changes nothing of another', async (_name, deed) => {
      const { ids, first, second } = await pair();
      const before = await seen(second.own, ids);
      await deed(first.own, ids, stage, first.tenant);
      expect(await seen(second.own, ids)).toEqual(before);
      const job = { tenant: second.tenant, kind: 'index' as const, ref: ids.memory };
      expect(await stage.records.outbox.lease(job, leaseOf(stage))).toMatchObject({ attempts: 1 });
      expect(await second.own.outbox.leaseMore('vocabulary', leaseOf(stage), 9)).toEqual([]);
    });

    it('a context goes with the text of its own tenant only', async () => {
      const { ids, first, second } = await pair();
      const { own: unlinked } = stage.tenant();
      const heir = newMemory(ids.heir, { context: 'of something else' });
      await unlinked.memories.insert([newMemory(ids.memory), heir]);
      expect((await unlinked.memories.bury([ids.memory], NOON)).changed).toEqual([]);
      expect((await first.own.memories.bury([ids.memory], NOON)).changed).toEqual([ids.heir]);
      expect((await second.own.memories.bury([ids.memory], NOON)).changed).toEqual([ids.heir]);
    });

    it('an artifact is kept by the memories of its own tenant only', async () => {
      const { ids, first, second } = await pair();
      await first.own.memories.bury([ids.memory, ids.heir], NOON);
      await first.own.ingests.finish(ids.trace, { state: 'done', result: null, error: null, at: NOON });
      await first.own.artifacts.removeUnused([ids.artifact]);
      expect(await first.own.artifacts.get(ids.artifact)).toBeNull();
      expect(await second.own.artifacts.get(ids.artifact)).not.toBeNull();
    });

    it('ends a lease only for its own', async () => {
      const { ids, first, second } = await pair();
      const lease = leaseOf(stage);
      const job = { tenant: second.tenant, kind: 'index' as const, ref: ids.memory };
      await stage.records.outbox.lease(job, lease);
      await first.own.outbox.done({ kind: 'index', ref: ids.memory }, lease);
      expect(await first.own.outbox.leaseMore('index', lease, 9)).toEqual([ids.memory]);
      const failure = { error: 'x', dueAt: minutesAfter(9), dead: true };
      await first.own.outbox.fail(job, lease, failure);
      expect(await stage.records.outbox.lease(job, leaseOf(stage, minutesAfter(60)))).toMatchObject({ attempts: 2 });
    });
  });
}
