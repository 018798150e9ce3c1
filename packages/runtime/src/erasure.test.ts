import type { Caller } from '@hippocamp/core/modules/caller';
import {
  minutesAfter,
  NOON,
  newArtifact,
  newCandidate,
  newIngest,
  newMemory,
  newReview,
} from '@hippocamp/core/testing/builders';
import { dumpTables } from '@hippocamp/db/engine/testing/dump-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

const OWNER = '11111111-1111-4111-8111-111111111111';
const SECRET = 'quartzheim';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

const dump = async (): Promise<string> => (await dumpTables(house.sql)).toLowerCase();

/** Puts the owner's words wherever the service may keep any. */
const fill = async ({ tenant }: Caller): Promise<void> => {
  const own = house.records.forTenant(tenant);
  const [first, second, heir] = [house.ids.next(), house.ids.next(), house.ids.next()];
  const traceId = house.ids.next();
  const artifactId = house.ids.next();
  const old = { ownerEntityId: OWNER, createdAt: minutesAfter(-60 * 24 * 8), dueAt: NOON };
  const content = `Ann keeps the key of ${SECRET} in the harbour.`;
  await own.artifacts.insert(newArtifact(artifactId, { content, ownerEntityId: OWNER, ingestTraceId: traceId }));
  const request = { ownerEntityId: OWNER, metadata: { SECRET } };
  await own.ingests.insert(newIngest(traceId, { request, artifactId, content, candidates: [{ content }] }));
  await own.outbox.enqueue([{ kind: 'ingest', ref: traceId }], NOON, minutesAfter(60));
  const waits = { ownerEntityId: OWNER, candidate: newCandidate(content, { metadata: { SECRET } }) };
  await own.reviews.add([newReview(house.ids.next(), waits)]);
  await own.memories.insert([
    newMemory(first, { ...old, content, sourceArtifactId: artifactId, metadata: { SECRET }, tags: [SECRET] }),
    newMemory(second, { ...old, content: `Ann sold the harbour key of ${SECRET}.`, provenance: { SECRET } }),
    newMemory(heir, { content: 'Somebody else’s.', context: content, contextSourceIds: [first] }),
  ]);
  const made = { createdAt: NOON, updatedAt: NOON };
  const properties = { SECRET };
  await own.entities.insert([
    {
      id: OWNER,
      type: 'person',
      name: `Ann of ${SECRET}`,
      externalId: null,
      properties,
      tags: [SECRET],
      version: 1,
      fromMentions: false,
      ...made,
    },
  ]);
  const happened = {
    actorEntityId: OWNER,
    eventType: SECRET,
    payload: { SECRET },
    tags: [],
    occurredAt: NOON,
    createdAt: NOON,
  };
  await own.events.insert([{ id: house.ids.next(), ...happened }]);
  const owns = { type: SECRET, fromType: 'entity', fromId: OWNER, toType: 'memory', toId: heir } as const;
  await own.relations.add([{ id: house.ids.next(), ...owns, weight: 1, metadata: { SECRET }, createdAt: NOON }]);
  const entry = { memoryId: first, version: 1, change: 'created', at: NOON, before: null, after: { content } };
  await own.history.add([entry]);
  const claim = { fingerprint: 'print', lockedUntil: NOON, at: NOON, expiredBefore: minutesAfter(-60) };
  for (const [key, mention] of [
    ['one', first],
    ['two', OWNER],
  ] as const) {
    await own.idempotency.claim(key, claim);
    await own.idempotency.store(key, { result: { answer: content }, mentions: [mention], lockedUntil: null });
  }
};

const distilled = async (caller: Caller) => {
  const { result } = await house.lifecycle.run(caller, { dryRun: false, triggeredBy: 'x' }, { respondAsync: false });
  expect(result.summary.distilled).toBe(2);
};

it('leaves none of an owner’s words anywhere', async () => {
  const caller = house.caller();
  await fill(caller);
  await distilled(caller);
  expect((await dump()).split(SECRET).length).toBeGreaterThan(10);
  const { result } = await house.erasure.erase(caller, OWNER);
  expect(result.erased).toMatchObject({
    ...{ memories: 3, derivedMemories: 1, artifacts: 1, ingests: 1, jobs: 1, events: 1, entities: 1 },
    ...{ undoStates: 2, storedAnswers: 1, history: 2, reviews: 1 },
  });
  expect(await dump()).not.toContain(SECRET);
  const receipts = await house.records
    .forTenant(caller.tenant)
    .events.page({}, { limit: 5, offset: 0, sortOrder: 'desc' });
  expect(receipts.rows).toMatchObject([{ eventType: 'erased', actorEntityId: null, payload: { ...result } }]);
  expect(
    await house.records.forTenant(caller.tenant).memories.matching({ includeArchived: true, includeSuperseded: true }),
  ).toHaveLength(1);
});

it('takes the ingest with its text that comes while it works', async () => {
  const caller = house.caller();
  const own = house.records.forTenant(caller.tenant);
  const [before, traceId, artifactId] = [house.ids.next(), house.ids.next(), house.ids.next()];
  const content = `Ann moved to ${SECRET}.`;
  const request = { ...newIngest(traceId).request, ownerEntityId: OWNER, metadata: { SECRET } };
  await own.ingests.insert(newIngest(before, { request }));
  const artifact = newArtifact(artifactId, { content, ownerEntityId: OWNER, ingestTraceId: traceId });
  const kept = { traceId, request, content: null, createdAt: NOON, readBy: 'reader' };
  let isAccepted = false;
  house.state.beforeTransaction = async () => {
    if (isAccepted || (await own.ingests.isThere(before))) return;
    isAccepted = true;
    await own.ingests.accept(kept, artifact, { at: NOON, dueAt: minutesAfter(60) });
  };
  const { result } = await house.erasure.erase(caller, OWNER);
  house.state.beforeTransaction = async () => undefined;
  expect(result.erased).toMatchObject({ artifacts: 1, ingests: 2, jobs: 1 });
  expect([await own.artifacts.get(artifactId), await own.ingests.get(traceId)]).toEqual([null, null]);
  expect(await dump()).not.toContain(SECRET);
});

it('goes on where it was cut short, and says in the end all that went', async () => {
  const [first, second] = [house.caller(), house.caller()];
  for (const each of [first, second]) {
    await fill(each);
    await distilled(each);
  }
  const whole = (await house.erasure.erase(first, OWNER)).result;
  const keyed = { ...second, idempotency: { key: 'erase', fingerprint: 'print' } };
  // The first transaction claims the key, and each try gets further.
  for (const transactions of [1, 3, 5]) {
    house.state.transactionsLeft = transactions;
    await expect(house.erasure.erase(keyed, OWNER)).rejects.toMatchObject({ problem: 'dependency-unavailable' });
    house.state.transactionsLeft = Number.POSITIVE_INFINITY;
    await expect(house.erasure.erase(keyed, OWNER)).rejects.toMatchObject({ problem: 'idempotency-key-in-use' });
    house.state.now = minutesAfter(2, house.state.now);
  }
  const ended = await house.erasure.erase(keyed, OWNER);
  expect(ended).toMatchObject({ replayed: false, result: { erased: whole.erased } });
  expect(await dump()).not.toContain(SECRET);
  expect(await house.erasure.erase(keyed, OWNER)).toEqual({ ...ended, replayed: true });
});

it('takes fewer memories at once where those take too long for a transaction, and counts each once', async () => {
  const caller = house.caller();
  const own = house.records.forTenant(caller.tenant);
  const rows = Array.from({ length: 120 }, () => newMemory(house.ids.next(), { ownerEntityId: OWNER }));
  await own.memories.insert(rows);
  house.state.mostBuried = 30;
  const { result } = await house.erasure.erase(caller, OWNER);
  house.state.mostBuried = Number.POSITIVE_INFINITY;
  expect(result.erased).toMatchObject({ memories: 120 });
  expect(await own.memories.matching({ includeArchived: true, includeSuperseded: true })).toEqual([]);
});

it('leaves none of a tenant’s words, and not its name', async () => {
  const caller = house.caller();
  const other = house.caller();
  for (const each of [caller, other]) {
    await fill(each);
    await distilled(each);
  }
  await house.erasure.deleteTenant(caller, caller.tenant);
  expect(await dump()).not.toContain(`${caller.tenant},`);
  expect(await dump()).toContain(`${other.tenant},`);
  await house.erasure.deleteTenant(other, other.tenant);
  expect(await dump()).not.toContain(SECRET);
});

describe('the deletion of a tenant', () => {
  const countOf = async ({ tenant }: Caller) =>
    (await house.records.forTenant(tenant).memories.matching({ includeArchived: true, includeSuperseded: true }))
      .length;

  it('deletes nothing while the index does not answer, and says so', async () => {
    const caller = house.caller();
    await fill(caller);
    house.state.scansLeft = 0;
    const deletion = house.erasure.deleteTenant(caller, caller.tenant);
    await expect(deletion).rejects.toMatchObject({ problem: 'dependency-unavailable' });
    house.state.scansLeft = Number.POSITIVE_INFINITY;
    expect(await countOf(caller)).toBe(3);
    await house.erasure.deleteTenant(caller, caller.tenant);
  });

  it('says what may be left where the index went away at the end', async () => {
    const caller = house.caller();
    await fill(caller);
    // One scan comes before the rows go.
    house.state.scansLeft = 1;
    const receipt = await house.erasure.deleteTenant(caller, caller.tenant);
    house.state.scansLeft = Number.POSITIVE_INFINITY;
    expect(receipt).toMatchObject({ deleted: true, vectorsMayRemain: true });
    expect(await countOf(caller)).toBe(0);
    expect(await house.erasure.deleteTenant(caller, caller.tenant)).not.toHaveProperty('vectorsMayRemain');
  });
});

describe('an import while something is erased', () => {
  const memoryLine = (given: object) => ({
    ...{ kind: 'memory', id: house.ids.next(), ownerEntityId: null, tier: 'semantic', content: 'It rains.' },
    ...{ context: null, speaker: null, contextSourceIds: [], distilledFrom: [], sourceArtifactId: null },
    ...{ sourceEventId: null, importanceScore: 0.5, accessCount: 0, lastAccessedAt: NOON.toISOString() },
    ...{ recencyAt: NOON.toISOString(), occurredAt: NOON.toISOString(), metadata: {}, tags: [] },
    ...{ createdAt: NOON.toISOString(), updatedAt: NOON.toISOString(), tierSince: NOON.toISOString() },
    ...{ archivedAt: null, invalidAt: null, supersededById: null, distilledAt: null, heldUntil: null, version: 1 },
    ...{ confidence: null, provenance: null, span: null, history: [], ...given },
  });

  async function* linesAround(given: object, meanwhile: () => Promise<unknown>) {
    for (let line = 1; line <= 200; line += 1) {
      if (line === 101) await meanwhile();
      yield { line, value: memoryLine(given), bytes: 500 };
    }
  }

  const countOf = async ({ tenant }: Caller) =>
    (await house.records.forTenant(tenant).memories.matching({ includeArchived: true, includeSuperseded: true }))
      .length;

  it('stops with the tenant, and says so', async () => {
    const caller = house.caller();
    const lines = linesAround({}, () => house.erasure.deleteTenant(caller, caller.tenant));
    const answer = await house.transfer.import(caller, lines);
    expect(answer).toMatchObject({ imported: { memory: 100 }, stopped: { code: 'erased', line: 200 } });
    expect(await countOf(caller)).toBe(0);
    expect(
      (
        await house.transfer.import(
          caller,
          linesAround({}, async () => undefined),
        )
      ).imported.memory,
    ).toBe(200);
  });

  it('stops with an owner of its lines, and one that begins later does not', async () => {
    const caller = house.caller();
    const lines = () => linesAround({ ownerEntityId: OWNER }, () => house.erasure.erase(caller, OWNER));
    expect(await house.transfer.import(caller, lines())).toMatchObject({
      imported: { memory: 100 },
      stopped: { code: 'erased' },
    });
    expect(await countOf(caller)).toBe(0);
    const others = linesAround({}, () => house.erasure.erase(caller, OWNER));
    expect((await house.transfer.import(caller, others)).imported.memory).toBe(200);
    house.state.now = minutesAfter(1, house.state.now);
    const later = linesAround({ ownerEntityId: OWNER }, async () => undefined);
    expect((await house.transfer.import(caller, later)).imported.memory).toBe(200);
  });
});
