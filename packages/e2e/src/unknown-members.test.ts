/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { knownMembers } from '@hippocamp/shared/operations/field-errors';
import type { Operation } from '@hippocamp/shared/operations/types';
import { problem } from '@hippocamp/shared/schemas/memories';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, createAll, total } from './actions.js';
import { type Api, type ApiAnswer, createApi } from './client.js';
import { type Example, exampleOf, pathOf, tenantOperations } from './examples.js';
import { expectProblem, expectRefused } from './expectations.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const errorsOf = (answer: ApiAnswer) => problem.parse(answer.body).errors ?? [];

const swapped = (name: string, at: number) => {
  const letters = [...name];
  [letters[at], letters[at + 1]] = [letters[at + 1] ?? '', letters[at] ?? ''];
  return letters.join('');
};

/** Typical mistakes: case, underscores, two letters swapped, one lost, one more. */
const misspellings = (name: string, known: readonly string[]): string[] => {
  const middle = Math.floor(name.length / 2);
  const long =
    name.length < 3 ? [] : [swapped(name, middle), name.slice(0, middle) + name.slice(middle + 1), `${name}s`];
  const all = [
    name.toUpperCase(),
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name.replace(/Id$/, 'ID'),
    name.replaceAll('_', ''),
    ...long,
  ];
  return [...new Set(all)].filter((one) => !known.includes(one));
};

type Schema = NonNullable<Operation['body']>;

interface Typo {
  path: string[];
  typo: string;
  meant: string;
}

const typosOf = (schema: Schema, path: string[] = []): Typo[] => {
  const known = knownMembers(schema, path);
  return known.flatMap((meant) => [
    ...misspellings(meant, known).map((typo) => ({ path, typo, meant })),
    ...typosOf(schema, [...path, meant]),
  ]);
};

type Members = Record<string, unknown>;

const withTypo = (body: Members, { path: [next, ...rest], typo, meant }: Typo): Members => {
  if (next !== undefined)
    return { ...body, [next]: withTypo((body[next] ?? {}) as Members, { path: rest, typo, meant }) };
  const { [meant]: value = null, ...others } = body;
  return { ...others, [typo]: value };
};

const expectSuggestion = (answer: ApiAnswer, path: string, meant: string) => {
  expectProblem(answer, 'validation-failed');
  expect(errorsOf(answer), answer.text).toContainEqual({
    path,
    code: 'unknown_member',
    message: `is not known here; did you mean "${meant}"?`,
  });
};

const exported = async () => (await api.get('/export')).text;

const subjects = () => ({ ownerEntityId: randomUUID(), sourceArtifactId: randomUUID(), words: 'Ann has a boat.' });

const pathsOf = async (operation: Operation, { query = '' }: Example, words: string) => {
  const { id } = await create(api, words, { tags: ['kept'] });
  return { path: pathOf(operation, id), query };
};

describe('a misspelt member acts on nothing, and is told from the right one', () => {
  const withBody = tenantOperations.filter(([, { body }]) => body && knownMembers(body, []).length > 0);
  it.each(withBody)('in the body of %s', async (id, operation) => {
    const { body: schema, method } = operation;
    if (!schema) throw new Error('no body');
    const example = exampleOf(id, subjects());
    const { path } = await pathsOf(operation, example, 'It stays as it is.');
    const before = await exported();
    const typos = typosOf(schema);
    expect(typos.length).toBeGreaterThan(2);
    for (const typo of typos) {
      const text = JSON.stringify(withTypo(example.body ?? {}, typo));
      const answer = await api.sendText(method.toUpperCase(), path, text);
      expectSuggestion(answer, `/${[...typo.path, typo.typo].join('/')}`, typo.meant);
    }
    expect(await exported()).toBe(before);
  });

  const withQuery = tenantOperations.filter(([, { query }]) => query);
  it.each(withQuery)('in the query of %s', async (id, operation) => {
    const { query: schema } = operation;
    if (!schema) throw new Error('no query');
    const { path, query } = await pathsOf(operation, exampleOf(id, subjects()), 'It stays as it is.');
    for (const { typo, meant } of typosOf(schema)) {
      const given = new URLSearchParams(query);
      given.delete(meant);
      given.set(typo, new URLSearchParams(query).get(meant) ?? '1');
      expectSuggestion(await api.get(`${path}?${given}`), `query.${typo}`, meant);
    }
  });

  it.each(tenantOperations)('%s takes no member or parameter that no schema has', async (id, operation) => {
    const example = exampleOf(id, subjects());
    const { path, query } = await pathsOf(operation, example, 'It stays as it is.');
    const before = await exported();
    const method = operation.method.toUpperCase();
    const headers = example.headers?.(api.tenant);
    const separator = query ? '&' : '?';
    const body = method === 'GET' ? undefined : JSON.stringify(example.body ?? {});
    const asked = `${path}${query}${separator}dryRun=true`;
    const answer = body ? await api.sendText(method, asked, body, headers) : await api.get(asked);
    expectRefused(answer, 'query.dryRun');
    if (body && !operation.lines) {
      const unknown = JSON.stringify({ ...example.body, zzz: true });
      expectRefused(await api.sendText(method, `${path}${query}`, unknown, headers), '/zzz');
    }
    expect(await exported()).toBe(before);
  });
});

describe('what was found', () => {
  const owner = randomUUID();
  beforeEach(() =>
    createAll(api, [
      { tier: 'episodic', content: 'Ann eats fish.', tags: ['food'], ownerEntityId: owner },
      { tier: 'episodic', content: 'Ben eats meat.', tags: ['food'] },
    ]),
  );

  it('a delete with a misspelt owner and a misspelt dryRun deletes nothing', async () => {
    const answer = await api.post('/memories/delete', { tags: ['food'], ownerEntityID: owner, dry_run: true });
    expectSuggestion(answer, '/ownerEntityID', 'ownerEntityId');
    expectSuggestion(answer, '/dry_run', 'dryRun');
    expect(await total(api)).toBe(2);
  });

  it('a lifecycle run with a misspelt dryRun does not run', async () => {
    expectSuggestion(await api.post('/lifecycle/run', { dryrun: true }), '/dryrun', 'dryRun');
    expect((await api.get('/lifecycle/runs')).body.runs).toEqual([]);
  });

  it('a query with a misspelt owner searches nobody', async () => {
    expectSuggestion(
      await api.post('/memories/query', { text: 'fish', ownerEntityID: owner }),
      '/ownerEntityID',
      'ownerEntityId',
    );
  });

  it('an item of a batch is refused by itself', async () => {
    const items = [
      { tier: 'episodic', content: 'a', owner_entity_id: owner },
      { tier: 'episodic', content: 'b' },
    ];
    const { results } = (await api.post('/memories/batch', { memories: items })).body.data;
    expect(results[0].problem.errors).toEqual([
      { path: '/owner_entity_id', code: 'unknown_member', message: 'is not known here; did you mean "ownerEntityId"?' },
    ]);
    expect(results[1].status).toBe(201);
  });

  it('metadata, properties and payload are free', async () => {
    const free = { dry_run: true, deep: { tenant_id: [1] } };
    const answers = [
      await api.post('/memories', { tier: 'episodic', content: 'x', metadata: free }),
      await api.post('/entities', { type: 'person', name: 'Ann', properties: free }),
      await api.post('/events', { eventType: 'met', payload: free }),
    ];
    for (const { status, text } of answers) expect(status, text).toBe(201);
  });

  it('only the aliases of the contract are known', async () => {
    expect((await api.post('/ingest', { text: 'Ann has a cat.', source: 'note' })).status).toBe(200);
    expect((await api.post('/memories/query', { query: 'fish', limit: 3 })).status).toBe(200);
    expectRefused(await api.post('/memories/query', { query: 'fish', topK: 3 }), '/topK');
    expectRefused(await api.post('/memories', { tier: 'episodic', text: 'x' }), '/text', '/content');
  });

  it('a missing enum is required, a wrong one names its values', async () => {
    const missing = await api.post('/memories', { content: 'x' });
    expect(errorsOf(missing)).toMatchObject([{ path: '/tier', message: 'is required' }]);
    expect(errorsOf(await api.get('/relations/traverse'))).toMatchObject([
      { path: 'query.startType', message: 'is required' },
      { path: 'query.startId', message: 'is required' },
    ]);
    const wrong = await api.post('/memories', { content: 'x', tier: 'Semantic' });
    expect(errorsOf(wrong)[0]?.message).toContain('semantic');
  });

  it('events that only the service records cannot be posted', async () => {
    const answer = await api.post('/events', { eventType: 'erased', payload: { memories: 3 } });
    expectRefused(answer, '/eventType');
    expect(answer.text).toContain('recorded by the service alone');
    expect((await api.get('/events?eventType=erased')).body.data.total).toBe(0);
  });

  it.each(['/livez', '/readyz', '/metrics', '/openapi.json', '/docs', '/problems', '/problems/forbidden'])(
    '%s ignores parameters',
    async (path) => expect((await api.get(`${path}?unknown=1&dry_run`)).status).toBe(200),
  );
});
