/** @module-tag long */
import { randomUUID } from 'node:crypto';
import type { ForgetAnswer } from '@hippocamp/shared/schemas/forget';
import { beforeEach, describe, expect, it } from 'vitest';
import { create, createAll, ingest, listAll } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';
import { useModelReader } from './read-by-model.js';

const gatewayUrl = useModelReader();
let api: Api;
beforeEach(() => {
  api = createApi(gatewayUrl());
});

const forget = async (text: string, given: Record<string, unknown> = {}): Promise<ForgetAnswer> => {
  const answer = await api.post('/forget', { text, ...given });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

const contents = async (ofApi = api) => (await listAll(ofApi)).map(({ content }) => content).sort();

const kindsOf = ({ matches }: ForgetAnswer, kind: string) =>
  matches.filter((match) => match.kind === kind).map(({ memory }) => memory?.content);

const remember = (texts: readonly string[], given: Record<string, unknown> = {}) =>
  createAll(
    api,
    texts.map((content) => ({ tier: 'semantic', content, ...given })),
  );

const others = [
  'I used to live in Rome as a child.',
  'If I moved to Rome I would learn Italian.',
  'My brother Tom lives in Rome.',
  'I am allergic to hazelnuts.',
];

describe('what is to be forgotten', () => {
  it.each([
    ['I live in Rome.', 'in the same words'],
    ['Please forget that I live in Rome!', 'after a request'],
    ['Could you forget the fact that I am living in Rome?', 'in other words'],
  ])('%s is shown, and goes only when it is asked for: %s', async (text) => {
    await remember(['I live in Rome.', ...others]);
    const shown = await forget(text);
    expect(shown).toMatchObject({ dryRun: true, deleted: 0, understood: [{ kind: 'statement' }] });
    expect(kindsOf(shown, 'says')).toEqual(['I live in Rome.']);
    expect(await contents()).toHaveLength(5);
    const done = await forget(text, { dryRun: false });
    expect(done).toMatchObject({ dryRun: false, deleted: 1 });
    expect(done.matches.filter(({ deleted }) => deleted)).toEqual([
      expect.not.objectContaining({ memory: expect.anything() }),
    ]);
    expect(await contents()).toEqual([...others].sort());
  });

  it.each([
    ['Forget that I live in Oslo.'],
    ['Forget that I do not live in Rome.'],
    ['Forget that Tom lives in Oslo'],
    ['Forget that the API limit is 601 per minute'],
    ['Forget that the API limit is not 600 per minute'],
    ['Forget everything about Tom'],
    ['Forget my city'],
    ['Forget everything'],
    ['Rome'],
  ])('is nothing that is merely alike: %s', async (text) => {
    await remember(['I live in Rome.', 'The API limit is 600 per minute.', ...others]);
    expect(await forget(text, { dryRun: false })).toMatchObject({ deleted: 0 });
    expect(await contents()).toHaveLength(6);
  });

  it('is said in several clauses, each forgotten by itself', async () => {
    await remember(['I live in Rome.', 'I work at Acme.', ...others]);
    await forget('Forget that I live in Rome and work at Acme.', { dryRun: false });
    expect(await contents()).toEqual([...others].sort());
  });

  it('may have been replaced or archived since', async () => {
    await ingest(api, 'I live in Rome.', { occurredAt: '2026-01-01T00:00:00Z' });
    await ingest(api, 'I live in Oslo.', { occurredAt: '2026-02-01T00:00:00Z' });
    expect(await contents()).toEqual(['I live in Oslo.']);
    expect(await forget('Forget that I live in Rome.', { dryRun: false })).toMatchObject({ deleted: 1 });
    expect((await api.get('/export')).text).not.toContain('Rome');
  });

  it('leaves none of its words, in its text, its ingest, its stored answers or its own', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const told = await ingest(api, 'My sister lives in Quartzheim. I sold the boat.', { debug: true }, headers);
    const again = { 'idempotency-key': randomUUID() };
    const body = { text: 'Forget that my sister lives in Quartzheim.', dryRun: false };
    const answer = await api.post('/forget', body, again);
    expect(answer.body.data, answer.text).toMatchObject({ deleted: 1 });
    expect(answer.text).not.toContain('Quartzheim');
    expect((await api.post('/forget', body, again)).text).toBe(answer.text);
    expect((await api.get('/export')).text).not.toContain('Quartzheim');
    expect((await api.get(`/ingest/${told.traceId}`)).text).not.toContain('Quartzheim');
  });
});

describe('what is merely about something', () => {
  it('is shown, and goes only where it is named', async () => {
    const texts = ['Anna is my sister.', 'Anna moved to Lyon in March.', 'The dog of Anna barks.', 'Tom likes tea.'];
    await remember(texts);
    const shown = await forget('Forget everything about Anna.');
    expect(shown.understood).toEqual([{ kind: 'topic', text: 'Anna' }]);
    expect(kindsOf(shown, 'about').sort()).toEqual(texts.slice(0, 3).sort());
    const ids = shown.matches.map(({ memoryId }) => memoryId).slice(0, 2);
    expect(await forget('Forget everything about Anna.', { ids, dryRun: false })).toMatchObject({ deleted: 2 });
    expect(await contents()).toHaveLength(2);
  });

  it('goes with none where one of the named is no match', async () => {
    const [anna, tom] = await remember(['Anna is my sister.', 'Tom likes tea.']);
    const answer = await api.post('/forget', { text: 'Anna', ids: [anna?.id, tom?.id], dryRun: false });
    expectProblem(answer, 'unprocessable');
    expect(answer.body.detail).toContain('ids/1');
    expect(await contents()).toHaveLength(2);
  });

  it('is everybody’s "I" where nobody is the owner', async () => {
    const said = { tier: 'semantic', content: 'I live in Rome.' };
    await createAll(api, [
      { ...said, metadata: { actorId: 'ann' } },
      { ...said, metadata: { actorId: 'ben' } },
    ]);
    const answer = await forget('Forget that I live in Rome.', { dryRun: false });
    expect(answer).toMatchObject({ deleted: 0, matches: [{ kind: 'about' }, { kind: 'about' }] });
  });
});

describe('whose memories', () => {
  it('are those of the owner alone, by whatever name', async () => {
    const [ownerEntityId, other] = [randomUUID(), randomUUID()];
    await ingest(api, 'My name is Mara. I live in Rome.', { ownerEntityId });
    await create(api, 'I live in Rome.', { ownerEntityId: other });
    await create(api, 'I live in Rome.');
    expect(await forget('Forget that I live in Rome.', { ownerEntityId, dryRun: false })).toMatchObject({ deleted: 1 });
    expect((await listAll(api)).filter(({ content }) => content.includes('Rome'))).toHaveLength(2);
    expect(await forget('I live in Rome', { ownerEntityId: null, dryRun: false })).toMatchObject({ deleted: 1 });
    expect(await listAll(api)).toMatchObject([{ ownerEntityId: other }, { ownerEntityId }]);
  });
});

describe('a request to forget', () => {
  it('is refused where it is misspelt', async () => {
    expectRefused(await api.post('/forget', { text: 'x', dryrun: false }), '/dryrun');
    expectRefused(await api.post('/forget', { text: ' ' }), '/text');
    expectRefused(await api.post('/forget', { text: 'x', ids: [] }), '/ids');
    expectRefused(await api.post('/forget', { text: 'x', ownerEntityId: 'me' }), '/ownerEntityId');
  });

  it('may say nothing, or a lot', async () => {
    await remember(['I live in Rome.']);
    expect(await forget('…!?', { dryRun: false })).toMatchObject({ deleted: 0, understood: [] });
    expect(await forget('Forget that it rains. '.repeat(300), { dryRun: false })).toMatchObject({ deleted: 0 });
  });
});
