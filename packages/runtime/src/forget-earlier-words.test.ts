import type { Caller } from '@hippocamp/core/modules/caller';
import {
  type GivenIngest,
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

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

const answerOf = (accepted: object[], rejected: object[] = []) => ({
  ...{ success: true, status: 'done', warnings: [], summary: { candidates: 1, accepted: 1, rejected: 0 } },
  ...{ acceptedMemories: accepted, rejectedMemories: rejected },
});

async function told({ tenant }: Caller) {
  const own = house.records.forTenant(tenant);
  const next = () => house.ids.next();
  const name = next().slice(-4);
  const question = `Have you ever been to Quartzheim${name} with Ida${name}`;
  const moved = `You moved to Rostock${name} last spring`;
  const asked = { artifactId: next(), traceId: next(), memoryId: next() };
  const replied = { artifactId: next(), traceId: next(), memoryId: next(), laterId: next() };
  const session = { sessionId: 'a talk' };
  const content = `${moved}. ${question}?`;
  const span = { start: 0, end: moved.length + 1 };
  const ingest = (traceId: string, at: number, given: GivenIngest) =>
    own.ingests.insert(newIngest(traceId, { createdAt: minutesAfter(at), state: 'done', request: session, ...given }));
  await own.artifacts.insert(newArtifact(asked.artifactId, { content, ingestTraceId: asked.traceId }));
  await ingest(asked.traceId, -9, { artifactId: asked.artifactId, result: answerOf([]) });
  await own.artifacts.insert(newArtifact(replied.artifactId, { content: 'Never.', ingestTraceId: replied.traceId }));
  const before = [{ artifactId: asked.artifactId, start: 0, end: content.length }];
  const request = { ...session, read: { before, warnings: [] } };
  const quoted = { content: `Told "${moved}", asked "${question}?": Never.`, sourceSpan: 'Never.', tags: [] };
  const accepted = { ...quoted, memoryId: replied.memoryId };
  const result = answerOf([accepted], [{ ...quoted, dedupStatus: 'duplicate' }]);
  await ingest(replied.traceId, -8, { artifactId: replied.artifactId, request, result });
  await ingest(next(), -7, { request, state: 'failed', candidates: [quoted] });
  const provenance = { sourceSpan: 'Never.' };
  const drawn = { sourceArtifactId: replied.artifactId, provenance, span: { start: 0, end: 6 } };
  await own.memories.insert([
    newMemory(asked.memoryId, { content: `${moved}.`, sourceArtifactId: asked.artifactId, span }),
    newMemory(replied.memoryId, {
      ...{ ...drawn, content: quoted.content, context: content },
      contextSourceIds: [asked.artifactId, asked.memoryId],
    }),
  ]);
  const entry = { memoryId: replied.memoryId, version: 1, change: 'created', at: NOON, before: null };
  await own.history.add([{ ...entry, after: { content: quoted.content } }]);
  const candidate = newCandidate(quoted.content, { sourceSpan: 'Never.' });
  await own.reviews.add([newReview(next(), { candidate, sourceArtifactId: replied.artifactId })]);
  const claim = { fingerprint: 'print', lockedUntil: NOON, at: NOON, expiredBefore: minutesAfter(-60) };
  await own.idempotency.claim('key', claim);
  await own.idempotency.store('key', { result: { quoted }, mentions: [replied.memoryId], lockedUntil: null });
  return { own, name, asked, replied };
}

const dump = () => dumpTables(house.sql);

describe('what a later memory took over', () => {
  it('goes with the raw text that it came from, wherever it stands', async () => {
    const caller = house.caller();
    const { own, name, asked, replied } = await told(caller);
    expect((await dump()).split(`Quartzheim${name}`).length).toBeGreaterThan(8);
    await house.artifacts.remove(caller, asked.artifactId);
    const left = await dump();
    expect(left).not.toContain(`Quartzheim${name}`);
    expect(left).not.toContain(`Ida${name}`);
    expect(await own.memories.get(asked.memoryId)).toMatchObject({
      content: `You moved to Rostock${name} last spring.`,
    });
    const memory = await own.memories.get(replied.memoryId);
    expect(memory).toMatchObject({ context: null, content: expect.stringMatching(/^Told "█.*": Never\.$/) });
    await expect(house.artifacts.remove(caller, asked.artifactId)).rejects.toMatchObject({ problem: 'not-found' });
  });

  it('goes with the memory that it came from, and the rest stays', async () => {
    const caller = house.caller();
    const { own, name, asked, replied } = await told(caller);
    await house.memories.remove(caller, asked.memoryId, undefined);
    expect(await dump()).not.toContain(`Rostock${name}`);
    const memory = await own.memories.get(replied.memoryId);
    expect(memory).toMatchObject({ context: null, content: expect.stringContaining(`Quartzheim${name}`) });
    // The artifact stays, so that it can be deleted with all that was taken from it.
    expect((await own.artifacts.get(asked.artifactId))?.content).toMatch(new RegExp(`^█+ Have.*Quartzheim${name}`));
    await house.artifacts.remove(caller, asked.artifactId);
    expect(await dump()).not.toContain(`Quartzheim${name}`);
  });
});
