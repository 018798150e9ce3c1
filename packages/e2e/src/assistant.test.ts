import type { ContextAnswer } from '@hippocamp/shared/schemas/context';
import type { LifecycleAnswer } from '@hippocamp/shared/schemas/lifecycle';
import { type ValidateAnswer, validateAnswer } from '@hippocamp/shared/schemas/validate';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, find, ingest, listAll, read } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectRefused } from './expectations.js';
import { useOwnServices } from './own-service.js';
import { useModelReader } from './read-by-model.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const said = (content: string, given: object = {}) => create(api, content, { speaker: 'assistant', ...given });

const validate = async (claim: string, more: object = {}): Promise<ValidateAnswer> => {
  const answer = await api.post('/validate', { claim, ...more });
  expect(answer.status, answer.text).toBe(200);
  return validateAnswer.strict().parse(answer.body.data);
};

describe('what the assistant said', () => {
  const modelUrl = useModelReader();
  beforeEach(() => {
    api = createApi(modelUrl());
  });

  it('is evidence of a claim only where that is asked for', async () => {
    const { id } = await said('The ferry to Capri leaves at ten.');
    const claim = 'The ferry to Capri leaves at ten.';
    expect(await validate(claim)).toMatchObject({ verdict: 'not_enough_info', reasons: ['no_evidence'], evidence: [] });
    expect(await validate('The ferry to Capri leaves at nine.')).toMatchObject({ evidence: [] });
    const asked = await validate(claim, { includeAssistant: true });
    expect(asked).toMatchObject({ verdict: 'supported', evidence: [{ memory: { id, speaker: 'assistant' } }] });
    expectRefused(await api.post('/validate', { claim, includeAssistant: 'yes' }), '/includeAssistant');
  });

  it('names nobody: its name is not that of the owner', async () => {
    await said('My name is Nova.');
    await create(api, 'I live in Porto.', { tier: 'semantic' });
    expect((await validate('Nova lives in Porto.')).verdict).toBe('not_enough_info');
  });

  it('takes no place, and loses none of what a person says', async () => {
    const { id } = await create(api, 'I live in Lisbon.', { tier: 'semantic' });
    const assistants = await said('I live in Lisbon.');
    const [moved] = (await ingest(api, 'I live in Porto.')).acceptedMemories;
    expect(moved).toMatchObject({ dedupStatus: 'conflict', supersedes: [id] });
    expect((await read(api, assistants.id)).invalidAt).toBeNull();
    await said('The kiosk opens at nine.');
    const [told] = (await ingest(api, 'The kiosk opens at nine.')).acceptedMemories;
    expect(told).toMatchObject({ dedupStatus: 'new' });
  });

  it('stands in a context as its words', async () => {
    const occurredAt = '2026-01-02T10:00:00Z';
    await said('assistant: For nasi goreng try Miss Bee.', { occurredAt });
    await said('Miss Bee has nasi goreng with prawns.', { occurredAt: '2026-01-03T10:00:00Z' });
    await create(api, 'Nasi goreng is what Mara likes.', { occurredAt: '2026-01-04T10:00:00Z' });
    const answer = await api.post('/context/build', { currentInput: 'Where is good nasi goreng?' });
    const { messages } = answer.body.data as ContextAnswer;
    expect(messages[1]?.content.split('\n').slice(1)).toEqual([
      '- 2026-01-02 (assistant): For nasi goreng try Miss Bee.',
      '- 2026-01-03 (assistant): Miss Bee has nasi goreng with prawns.',
      '- 2026-01-04: Nasi goreng is what Mara likes.',
    ]);
  });

  it('is found, forgotten, and taken along as what it said', async () => {
    const { id } = await said('For nasi goreng try Miss Bee.');
    await create(api, 'Nasi goreng is what Mara likes.');
    const found = await find(api, 'What did the assistant recommend for nasi goreng?');
    expect(found.results[0]?.memory).toMatchObject({ id, speaker: 'assistant' });

    const other = createApi(inject('gatewayUrl'));
    const lines = (await api.get('/export')).text;
    await other.sendText('POST', '/import', lines, { 'content-type': 'application/x-ndjson' });
    expect((await listAll(other)).map(({ speaker }) => speaker).toSorted()).toEqual(['assistant', null]);

    const forgotten = await api.post('/forget', { text: 'Forget what you said about Miss Bee.', dryRun: true });
    expect(JSON.stringify(forgotten.body.data)).toContain(id);
  });
});

describe('what the assistant said, in a run with short times', () => {
  const { start } = useOwnServices();
  const brief = {
    SHORT_TERM_EXPIRY_SECONDS: '0.001',
    EPISODIC_PROMOTE_AGE_SECONDS: '0.001',
    DISTIL_AGE_SECONDS: '0.001',
    DISTIL_ALONE_IMPORTANCE: '0',
    ARCHIVE_AFTER_DISTIL_SECONDS: '3600',
  };
  const run = async (of: Api): Promise<LifecycleAnswer> =>
    (await of.post('/lifecycle/run', {})).body as LifecycleAnswer;
  const often = async (of: Api, id: string) => {
    for (let time = 0; time < 10; time += 1) await of.post(`/memories/${id}/access`);
  };

  it('is neither promoted nor distilled, with others or alone, and expires', async () => {
    const own = createApi((await start({ ...brief, ARCHIVE_AGE_SECONDS: '3600' })).url);
    const by = { speaker: 'assistant' };
    const used = await create(own, 'Ann met Ben at the harbour museum.', by);
    const alike = await create(own, 'Ann saw a whale in the harbour museum.', by);
    const passing = await create(own, 'The harbour museum is shut.', { tier: 'short_term', ...by });
    const user = await create(own, 'Ann lost a glove in the harbour museum.');
    for (const { id } of [used, passing]) await often(own, id);
    const { summary, details } = await run(own);
    expect(summary).toMatchObject({ expired: 1, promoted: 0, distilled: 1, archived: 0, unchanged: 2 });
    expect(new Map(details.map(({ memoryId, action }) => [memoryId, action]))).toEqual(
      new Map([
        [passing.id, 'expired'],
        [user.id, 'distilled'],
      ]),
    );
    for (const { id } of [used, alike]) expect(await read(own, id)).toMatchObject({ tier: 'episodic' });
  });

  it('is archived as other episodes are', { tags: ['long'] }, async () => {
    const own = createApi((await start({ ...brief, ARCHIVE_AGE_SECONDS: '0.001' })).url);
    const { id } = await create(own, 'For nasi goreng try Miss Bee.', { speaker: 'assistant' });
    const { summary } = await run(own);
    expect(summary).toMatchObject({ promoted: 0, distilled: 0, archived: 1 });
    expect((await read(own, id)).archivedAt).not.toBeNull();
  });
});

describe('what the assistant said, where entities are linked', () => {
  const { start } = useOwnServices();

  it('is nobody', { tags: ['long'] }, async () => {
    const own = createApi((await start({ LINK_ENTITIES: 'true' })).url);
    const messages = [
      { role: 'user', content: 'My sister Mara moved to Porto.' },
      { role: 'assistant', content: 'For nasi goreng in that mall, try Miss Bee.' },
    ];
    const answer = await own.post('/ingest', { messages, source: 'chat' });
    expect(answer.status, answer.text).toBe(200);
    const { entities } = (await own.get('/entities')).body.data;
    const names = entities.map(({ name }: { name: string }) => name.toLowerCase());
    expect(names).toContain('mara');
    expect(names).not.toContain('assistant');
  });
});
