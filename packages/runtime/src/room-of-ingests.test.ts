import { createQuota } from '@hippocamp/core/modules/limits/quota';
import { NOON, newArtifact, newIngest, orderOf } from '@hippocamp/core/testing/builders';
import { limits } from '@hippocamp/shared/schemas/limits';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
let looks = 0;
beforeAll(async () => {
  house = await openAgeingHouse();
  const quota = createQuota({ records: house.records, clock: { now: () => NOON }, onRefused: () => {}, fresh: 0 });
  const none = Object.fromEntries(Object.keys(limits.shape).map((name) => [name, 0]));
  const own = { ...limits.parse(none), bytes: 500_000 };
  house.state.checkRoom = async (tenant) => {
    looks += 1;
    await quota.check(tenant, own, 'bytes');
  };
});
afterAll(() => house.close());

const people = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hal', 'Ida', 'Jon'];
const goods = ['boat', 'piano', 'barn', 'kiln', 'loom', 'tent', 'drum', 'sled', 'forge', 'pond', 'coat'];
/** More than two transactions settle. */
const many = people.flatMap((one) => goods.map((good) => `${one} owns a ${good}.`)).join(' ');

async function accept(metadata: Record<string, unknown>) {
  const { tenant } = house.caller();
  const { ingests, memories } = house.records.forTenant(tenant);
  const [traceId, artifactId] = [house.ids.next(), house.ids.next()];
  const artifact = newArtifact(artifactId, { content: many, ingestTraceId: traceId });
  const accepted = newIngest(traceId, { request: orderOf({ source: 'note', metadata }), content: null });
  await ingests.accept(accepted, artifact, { at: NOON, dueAt: NOON });
  const job = { tenant, kind: 'ingest', ref: traceId } as const;
  const state = async () => (await ingests.status(traceId))?.state;
  const held = async () => (await memories.holdings()).memories;
  return { job, state, held, memories };
}

/** Hardly shorter when it is packed. */
const filled = (units: number) => {
  let word = 1;
  return Array.from({ length: units }, () => {
    word = (Math.imul(word, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(0x30 + ((word >>> 16) % 64));
  }).join('');
};

describe('the copies of metadata that one ingest leaves', () => {
  it('end with the quota, however often the job is tried, and go on where there is room', async () => {
    const { job, state, held, memories } = await accept({ filled: filled(30_000) });
    looks = 0;
    for (let tries = 1; tries <= 3; tries += 1) {
      await house.deliver(job);
      expect(looks).toBe(tries);
    }
    expect([await state(), await held()]).toEqual(['processing', 50]);
    const all = await memories.matching({ includeArchived: true, includeSuperseded: true });
    await memories.bury(all, NOON);
    house.state.checkRoom = async () => {};
    await house.deliver(job);
    await vi.waitFor(async () => expect(await state()).toBe('done'), { timeout: 20_000 });
    expect(await held()).toBe(60);
  });

  it('are looked at only where they are large', async () => {
    const { job, state, held } = await accept({ filled: filled(3000) });
    looks = 0;
    await house.deliver(job);
    await vi.waitFor(async () => expect(await state()).toBe('done'), { timeout: 20_000 });
    expect([await held(), looks]).toEqual([110, 0]);
  });
});
