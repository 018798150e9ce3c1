import { NOON, newArtifact, newIngest } from '@hippocamp/core/testing/builders';
import { dumpTables } from '@hippocamp/db/engine/testing/dump-database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterEach(() => {
  house.state.beforePart = async () => {};
});
afterAll(() => house.close());

const [question, note, said] = ['Who rows to Quartzheim?', 'Ann owns a boat.', 'Olga does.'];
const content = `Asked "${question}": ${said}`;

/** A text of a session that quotes one of two earlier texts, across a message that is not kept. */
async function quotingText() {
  const caller = house.caller();
  const { artifacts, ingests, outbox } = house.records.forTenant(caller.tenant);
  const request = { source: 'chat', sessionId: 'a talk' } as const;
  const add = async (text: string, more: object = {}, read: object = {}) => {
    const [traceId, artifactId] = [house.ids.next(), house.ids.next()];
    await artifacts.insert(newArtifact(artifactId, { content: text, ingestTraceId: traceId }));
    await ingests.insert(newIngest(traceId, { artifactId, request: { ...request, ...read } as never, ...more }));
    return { traceId, artifactId, place: { artifactId, start: 0, end: text.length } };
  };
  const earlier = [await add(note, { state: 'done' }), await add(question, { state: 'done' })] as const;
  const judged = { memoryType: 'semantic', importance: 0.5, confidence: 0.9, tags: [], rationale: 'test' };
  const place = { sourceSpan: said, start: 0, end: said.length, context: null, quotedUntil: content.indexOf(said) };
  const read = { extractor: 'test', prompt: 'none', warnings: [], before: earlier.map((one) => one.place) };
  const { traceId } = await add(said, { candidates: [{ content, ...judged, ...place }] }, { read });
  await outbox.enqueue([{ kind: 'ingest', ref: traceId }], NOON, NOON);
  return { caller, traceId, artifactIds: earlier.map(({ artifactId }) => artifactId) };
}

type Quoting = Awaited<ReturnType<typeof quotingText>>;

/** Works on it twice, because what was deleted between two stages costs a try. */
async function work({ caller: { tenant }, traceId }: Quoting) {
  for (let tried = 0; tried < 2; tried += 1) {
    await house.deliver({ tenant, kind: 'ingest', ref: traceId });
    house.state.now = new Date(house.state.now.getTime() + 600_000);
  }
  const { ingests, memories } = house.records.forTenant(tenant);
  expect(await ingests.status(traceId)).toMatchObject({ state: 'done', error: null });
  const ids = await memories.matching({ includeArchived: true, includeSuperseded: true });
  return (await memories.getMany(ids)).map((memory) => memory.content);
}

const sourcesOf = async ({ caller: { tenant } }: Quoting) => {
  const sources = 'select source_id as id from memory_context_sources where tenant_id = $1';
  return (await house.sql.query<{ id: string }>(sources, [tenant])).rows.map(({ id }) => id);
};

const dump = () => dumpTables(house.sql);

describe('what quotes across a message that is not kept', () => {
  it('names the texts that were read before it, and loses the words of one that is deleted afterwards', async () => {
    const quoting = await quotingText();
    expect(await work(quoting)).toEqual([content]);
    expect((await sourcesOf(quoting)).toSorted()).toEqual(quoting.artifactIds.toSorted());
    // As once it is past its retention.
    await house.sql.query('delete from ingests where tenant_id = $1', [quoting.caller.tenant]);
    await house.artifacts.remove(quoting.caller, quoting.artifactIds[1] ?? '');
    expect(await dump()).not.toContain('Quartzheim');
  });

  it.each([
    ['before it is worked on', 'before'],
    ['between two stages', 'between'],
  ])('is stored without the words of a text that is deleted %s', async (_when, when) => {
    const quoting = await quotingText();
    const remove = async () => {
      house.state.beforePart = async () => {};
      await house.artifacts.remove(quoting.caller, quoting.artifactIds[1] ?? '');
    };
    if (when === 'before') await remove();
    else house.state.beforePart = remove;
    expect(await work(quoting)).toEqual([expect.stringMatching(/^█+ "[█ ]+\?": Olga does\.$/)]);
    expect(await sourcesOf(quoting)).toEqual([quoting.artifactIds[0]]);
    expect(await dump()).not.toContain('Quartzheim');
  });

  it('is stored also where all texts that were read before it are deleted, one after another', async () => {
    const quoting = await quotingText();
    const [first = '', second = ''] = quoting.artifactIds;
    await house.artifacts.remove(quoting.caller, first);
    house.state.beforePart = async () => {
      house.state.beforePart = async () => {};
      await house.artifacts.remove(quoting.caller, second);
    };
    await work(quoting);
    expect(await sourcesOf(quoting)).toEqual([]);
    expect(await dump()).not.toContain('Quartzheim');
  });
});
