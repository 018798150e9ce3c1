import type { Caller } from '@hippocamp/core/modules/caller';
import { NOON, newArtifact, newIngest, newMemory, orderOf } from '@hippocamp/core/testing/builders';
import { dumpTables } from '@hippocamp/db/engine/testing/dump-database';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterEach(() => {
  house.state.beforePart = async () => {};
});
afterAll(() => house.close());

const everything = { includeArchived: true, includeSuperseded: true };
const dump = () => dumpTables(house.sql);
const people = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hal', 'Ida', 'Jon'];
const goods = ['a boat', 'a piano', 'a barn', 'a kiln', 'a loom', 'a tent', 'a drum'];
const ownedOf = (owned: readonly string[]) => people.flatMap((one) => owned.map((good) => `${one} owns ${good}.`));
/** More than one transaction settles. */
const others = ownedOf(goods);

const livingOf = async ({ tenant }: Caller) => {
  const { memories } = house.records.forTenant(tenant);
  return memories.getMany(await memories.matching(everything));
};

/** Runs before each look at a part of a text, counted from 1. */
type Meanwhile = Record<number, () => Promise<unknown>>;

async function work({ tenant }: Caller, traceId: string, meanwhile: Meanwhile) {
  const { ingests } = house.records.forTenant(tenant);
  let looks = 0;
  house.state.beforePart = async () => {
    looks += 1;
    await meanwhile[looks]?.();
  };
  await house.deliver({ tenant, kind: 'ingest', ref: traceId });
  await vi.waitFor(async () => expect((await ingests.status(traceId))?.state).toBe('done'), { timeout: 20_000 });
  return (await ingests.status(traceId))?.result as unknown as IngestAnswer | null;
}

async function tell(caller: Caller, content: string, meanwhile: Meanwhile = {}, autoStore = true) {
  const { ingests, artifacts } = house.records.forTenant(caller.tenant);
  const [traceId, artifactId] = [house.ids.next(), house.ids.next()];
  const request = orderOf({ source: 'note', debug: autoStore, autoStore });
  const artifact = autoStore ? newArtifact(artifactId, { content, ingestTraceId: traceId }) : null;
  const accepted = { traceId, request, content: artifact ? null : content, createdAt: NOON };
  await ingests.accept(accepted, artifact, { at: NOON, dueAt: NOON });
  const answer = await work(caller, traceId, meanwhile);
  return { traceId, answer, artifact: await artifacts.get(artifactId) };
}

async function readAgain(caller: Caller, traceId: string, meanwhile: Meanwhile) {
  const { ingests, outbox } = house.records.forTenant(caller.tenant);
  await ingests.beginAgain(traceId, 'test', NOON);
  await outbox.enqueue([{ kind: 'ingest', ref: traceId }], NOON, NOON);
  return work(caller, traceId, meanwhile);
}

const remove = async (caller: Caller, said: string) => {
  const found = (await livingOf(caller)).find(({ content }) => content === said);
  await house.memories.remove(caller, found?.id ?? '', undefined);
};

describe('a memory that is deleted while the rest of its text is worked on', () => {
  it('is named without its words, and nothing that is stored afterwards holds them', async () => {
    const caller = house.caller();
    const secret = 'Olga hides in Quartzheim.';
    const before = [...others.slice(0, 48), secret];
    // Its repeat, and what has it as its context, belong to the next part.
    const after = [...others.slice(48, 60), secret, ...others.slice(60)];
    const { answer, artifact } = await tell(caller, [...before, ...after].join(' '), {
      2: () => remove(caller, secret),
    });
    expect(await dump()).not.toContain('Quartzheim');
    expect(answer?.acceptedMemories).toHaveLength(71);
    expect(answer?.acceptedMemories[48]).toMatchObject({ rationale: 'forgotten', memoryId: expect.any(String) });
    expect(answer?.rejectedMemories).toEqual([]);
    expect(artifact?.content).toContain('█');
    const stored = (await livingOf(caller)).map(({ content }) => content);
    expect(stored.toSorted()).toEqual(others.toSorted());
  });

  it('is nowhere any more once the next part is stored', async () => {
    const caller = house.caller();
    const secret = 'Olga hides in Marlstadt.';
    const many = ownedOf([...goods, 'a sled', 'a forge', 'a pond', 'a coat']);
    const content = [...many.slice(0, 49), secret, ...many.slice(49)].join(' ');
    let stored = await dump();
    await tell(caller, content, {
      2: () => remove(caller, secret),
      4: async () => {
        stored = await dump();
      },
    });
    expect(stored).toContain(many[60]);
    expect(stored).not.toContain('Marlstadt');
    const next = (await livingOf(caller)).find((one) => one.content === many[49]);
    expect(next).toMatchObject({ context: null });
  });

  it('was the only one: the raw text stays until its end, and goes then', async () => {
    const caller = house.caller();
    const { memories } = house.records.forTenant(caller.tenant);
    await tell(caller, others.join(' '));
    const secret = 'Olga hides in Kleeburg.';
    const content = [secret, ...others].join(' ');
    const { answer, artifact } = await tell(caller, content, { 2: () => remove(caller, secret) });
    expect({ answer, artifact }).toEqual({ answer: null, artifact: null });
    expect(await dump()).not.toContain('Kleeburg');
    expect(await memories.count(everything)).toBe(others.length);
  });
});

describe('a memory of another text that is deleted after a text repeated it', () => {
  it.each([true, false])('is named without its words (stored: %s)', async (autoStore) => {
    const caller = house.caller();
    const name = `Silbertal${String(autoStore)}`;
    const secret = `Olga hides in ${name}.`;
    const { memories } = house.records.forTenant(caller.tenant);
    await tell(caller, secret);
    const content = [secret, ...others].join(' ');
    const { answer } = await tell(caller, content, { 2: () => remove(caller, secret) }, autoStore);
    expect(answer?.rejectedMemories).toMatchObject([{ rationale: 'forgotten', dedupStatus: 'duplicate' }]);
    expect(answer?.acceptedMemories).toHaveLength(others.length);
    expect(JSON.stringify(answer)).not.toContain(name);
    expect(await memories.count(everything)).toBe(autoStore ? others.length : 0);
    if (autoStore) expect(await dump()).not.toContain(name);
  });
});

describe('a memory that is deleted while its text is read again', () => {
  it('does not come back', async () => {
    const caller = house.caller();
    const [secret, other] = ['Olga hides in Fahrenau.', 'Ann owns a boat.'];
    const { traceId } = await tell(caller, `${other} ${secret}`);
    const answer = await readAgain(caller, traceId, { 1: () => remove(caller, secret) });
    expect(answer).toMatchObject({ acceptedMemories: [], rejectedMemories: [{ content: other }] });
    expect((await livingOf(caller)).map(({ content }) => content)).toEqual([other]);
    expect(await dump()).not.toContain('Fahrenau');
  });

  it('takes the raw text along where it was the last', async () => {
    const caller = house.caller();
    const secret = 'Olga hides in Wiesental.';
    const { traceId, artifact } = await tell(caller, secret);
    const answer = await readAgain(caller, traceId, { 1: () => remove(caller, secret) });
    expect(answer).toBeNull();
    expect(await house.records.forTenant(caller.tenant).artifacts.get(artifact?.id ?? '')).toBeNull();
    expect(await livingOf(caller)).toEqual([]);
  });
});

describe('a memory of a text whose ingest failed between two parts', () => {
  it('is deleted from the candidates that wait for another try', async () => {
    const caller = house.caller();
    const { artifacts, ingests, memories } = house.records.forTenant(caller.tenant);
    const [traceId, artifactId, memoryId] = [house.ids.next(), house.ids.next(), house.ids.next()];
    const [secret, other] = ['Olga hides in Erlenbruch.', 'Ann owns a boat.'];
    const content = `${secret} ${other} ${secret}`;
    const span = { start: 0, end: secret.length };
    const candidates = [
      { content: secret, sourceSpan: secret, ...span, context: null },
      { content: other, sourceSpan: other, start: 26, end: 42, context: { start: 0, end: 26 } },
      { content: secret, sourceSpan: secret, start: 43, end: 68, context: { start: 26, end: 43 } },
    ];
    const outcomes = [{ status: 'new', memoryId, repeatsItself: false, reason: null, replaced: [], replacedBy: null }];
    await artifacts.insert(newArtifact(artifactId, { content, ingestTraceId: traceId }));
    await ingests.insert(newIngest(traceId, { state: 'failed', artifactId, candidates, outcomes }));
    await memories.insert([newMemory(memoryId, { content: secret, sourceArtifactId: artifactId, span })]);
    await house.memories.remove(caller, memoryId, undefined);
    expect(await dump()).not.toContain('Erlenbruch');
    const left = await ingests.get(traceId);
    expect(left).toMatchObject({ state: 'failed', outcomes });
    expect(left?.candidates).toEqual([
      expect.objectContaining({ content: '█'.repeat(secret.length), rationale: 'forgotten' }),
      { ...candidates[1], context: null },
    ]);
  });

  it('is deleted from them also where another text names the same ingest', async () => {
    const caller = house.caller();
    const { artifacts, ingests, memories } = house.records.forTenant(caller.tenant);
    const [traceId, repeatedIn, memoryId] = [house.ids.next(), house.ids.next(), house.ids.next()];
    const [artifactId, otherId] = [house.ids.next(), house.ids.next()];
    const secret = 'Olga hides in Wiesengrund.';
    const span = { start: 0, end: secret.length };
    await artifacts.insert(newArtifact(artifactId, { content: secret, ingestTraceId: traceId }));
    const other = `${'Nobody hides anywhere else. '.repeat(9)}${secret}`;
    await artifacts.insert(newArtifact(otherId, { content: other, ingestTraceId: traceId }));
    const candidates = [{ content: secret, sourceSpan: secret, ...span, context: null }];
    await ingests.insert(newIngest(traceId, { state: 'failed', artifactId, candidates }));
    const repeat = { content: secret, sourceSpan: secret, duplicateOf: memoryId, tags: [], rationale: 'why' };
    const summary = { candidates: 1, accepted: 0, rejected: 1 };
    const told = { success: true, traceId: repeatedIn, status: 'done', summary, acceptedMemories: [], warnings: [] };
    const result = { ...told, rejectedMemories: [repeat] };
    await ingests.insert(newIngest(repeatedIn, { state: 'done', artifactId: otherId, result }));
    await memories.insert([newMemory(memoryId, { content: secret, sourceArtifactId: artifactId, span })]);
    await house.memories.remove(caller, memoryId, undefined);
    expect(await dump()).not.toContain('Wiesengrund');
    expect((await ingests.get(traceId))?.candidates).toEqual([]);
  });
});

it('leaves nothing of a raw text that is removed while it is worked on, and says so', async () => {
  const { tenant } = house.caller();
  const { artifacts, ingests, outbox } = house.records.forTenant(tenant);
  const [traceId, artifactId] = [house.ids.next(), house.ids.next()];
  const content = 'Olga hides in Tannroda.';
  const candidates = [{ content, sourceSpan: content, start: 0, end: content.length, context: null }];
  await artifacts.insert(newArtifact(artifactId, { content, ingestTraceId: traceId }));
  await ingests.insert(newIngest(traceId, { artifactId, candidates }));
  await outbox.enqueue([{ kind: 'ingest', ref: traceId }], NOON, NOON);
  await artifacts.remove(artifactId);
  for (let tried = 0; tried < 2; tried += 1) {
    await house.deliver({ tenant, kind: 'ingest', ref: traceId });
    house.state.now = new Date(house.state.now.getTime() + 600_000);
  }
  expect(await ingests.get(traceId)).toMatchObject({ state: 'failed', error: expect.stringContaining('was removed') });
  expect(await dump()).not.toContain('Tannroda');
});

it('leaves nothing of a raw text that is removed after its ingest failed', async () => {
  const caller = house.caller();
  const { artifacts, ingests } = house.records.forTenant(caller.tenant);
  const [traceId, artifactId] = [house.ids.next(), house.ids.next()];
  const content = 'Olga hides in Ohrdruf.';
  const candidates = [{ content, sourceSpan: content, start: 0, end: content.length, context: null }];
  await artifacts.insert(newArtifact(artifactId, { content, ingestTraceId: traceId }));
  await ingests.insert(newIngest(traceId, { state: 'failed', artifactId, candidates, outcomes: [{ status: 'new' }] }));
  await house.artifacts.remove(caller, artifactId);
  expect(await dump()).not.toContain('Ohrdruf');
});
