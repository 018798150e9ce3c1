import { randomUUID } from 'node:crypto';
import { operatorOperations } from '@hippocamp/shared/operations/operator';
import { describe, expect, it } from 'vitest';
import { create } from './actions.js';
import { type Api, type ApiAnswer, createApi } from './client.js';
import { askFor, pathOf, tenantOperations } from './examples.js';
import { expectProblem } from './expectations.js';
import { opsOf, PEPPER, REQUIRED, useKeyHouse, withKey } from './key-house.js';
import { use, useMcpClients } from './mcp-client.js';
import { waitUntil } from './wait-until.js';

const { overHttp } = useMcpClients();
const { open: openHouse, command, startAlone, place } = useKeyHouse();

const expectUnknown = (answer: ApiAnswer) => {
  expectProblem(answer, 'unauthorized');
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="hippocamp"');
};

describe('with AUTH_MODE=required', () => {
  it('a key says which tenant it is, and its scopes what it may do; nobody else gets in', async () => {
    const { gateway, operator, secret, make, keyed } = await openHouse({ ...REQUIRED, OPS_PORT: '0' });
    const { url } = gateway;
    const acme = await keyed({ tenantId: 'acme', scopes: ['read', 'write'] });
    const globex = await keyed({ tenantId: 'globex', scopes: ['read', 'write', 'admin'] });
    const reader = await keyed({ tenantId: 'acme', scopes: ['read'] });
    const { id } = await create(acme, 'The vault code is 4711.');
    expect((await reader.get(`/memories/${id}`)).body.data).toMatchObject({ tenantId: 'acme' });
    expect((await globex.get(`/memories/${id}`)).status).toBe(404);
    expect((await globex.get('/memories')).body.data.total).toBe(0);
    expectProblem(await reader.delete(`/memories/${id}`), 'forbidden');
    expectProblem(await reader.get(`/memories/${id}`, { 'x-tenant-id': 'globex' }), 'forbidden');
    expect((await reader.get(`/memories/${id}`, { 'x-tenant-id': 'acme' })).status).toBe(200);
    expectUnknown(await createApi(url, 'acme').get(`/memories/${id}`));
    const past = { tenantId: 'acme', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' };
    const typo = secret.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const key of ['', 'x', secret.slice(0, -1), typo, (await make(past)).secret]) {
      const answer = await withKey(url, key).get('/memories', { 'x-tenant-id': 'acme' });
      expectUnknown(answer);
      if (key.length > 1) expect(answer.text).not.toContain(key.slice(20));
    }
    for (const path of ['/export', '/admin/consistency']) expectProblem(await acme.get(path), 'forbidden');
    expectProblem(await acme.post('/lifecycle/run', { dryRun: true }), 'forbidden');
    expectProblem(await acme.delete('/tenant', { 'x-confirm-tenant': 'acme' }), 'forbidden');
    expectProblem(await globex.get('/operator/keys'), 'forbidden');
    expectProblem(await operator.get('/memories'), 'forbidden');
    expectUnknown(await createApi(url, 'acme').get('/operator/tenants'));
    expect((await operator.get('/operator/tenants')).body.data.tenants).toEqual([
      { tenantId: 'acme', hasKeys: true },
      { tenantId: 'globex', hasKeys: true },
    ]);
    const limits = { requestsPerSecond: 1, requestBurst: 1 };
    const [path, usual] = ['/operator/tenants/globex', { tenantId: 'globex', hasKeys: true, limits: {}, llm: {} }];
    expect((await operator.get(path)).body.data).toEqual(usual);
    expect((await operator.patch(path, { limits })).body.data).toEqual({ ...usual, limits });
    const flood = await Promise.all(Array.from({ length: 5 }, () => globex.get('/memories')));
    expect(flood.map(({ status }) => status)).toContain(429);
    expect((await acme.get('/memories')).status).toBe(200);
    expect((await withKey(url, '').get('/livez')).status).toBe(200);
    const secrets = [secret, (await make({ tenantId: 'acme', scopes: ['read'] })).secret];
    const { text: metrics } = await opsOf(gateway).get('/metrics');
    expect(metrics).toContain('hippocamp_');
    await gateway.kill('SIGTERM');
    for (const one of secrets) expect(gateway.output() + metrics).not.toContain(one.slice(20, 84));
  });

  it('every operation refuses who has no key, and who lacks its scope; figures of all tenants are told to nobody', async () => {
    const { gateway, operator, keyed } = await openHouse({ ...REQUIRED, HOST: '0.0.0.0', ALLOWED_HOSTS: '0.0.0.0' });
    const subjects = { ownerEntityId: randomUUID(), sourceArtifactId: randomUUID(), words: 'x' };
    const nobody = createApi(gateway.url, 'acme');
    const others = { read: ['write', 'admin'], write: ['read', 'admin'], admin: ['read', 'write'] };
    for (const entry of tenantOperations) {
      const ask = (api: Api) => askFor(api, entry, randomUUID(), subjects);
      expectUnknown(await ask(nobody));
      const scopes = others[entry[1].scope as keyof typeof others];
      for (const api of [operator, await keyed({ tenantId: 'acme', scopes })])
        expectProblem(await ask(api), 'forbidden');
    }
    const whole = await keyed({ tenantId: 'acme', scopes: ['read', 'write', 'admin'] });
    for (const operation of Object.values(operatorOperations)) {
      expectUnknown(await nobody[operation.method](pathOf(operation, 'acme'), {}));
      expectProblem(await whole[operation.method](pathOf(operation, 'acme'), {}), 'forbidden');
    }
    expectProblem(await nobody.get('/metrics'), 'not-found');
    expect((await nobody.get('/readyz')).body).toMatchObject({ status: 'ready', checks: {}, notes: [] });
  });

  it('a key that is rotated holds for the overlap, and one that is revoked is refused, by every process', {
    tags: ['long'],
  }, async () => {
    const { gateway, operator, make } = await openHouse();
    const { key, secret } = await make({ tenantId: 'acme', scopes: ['read'] });
    const other = place().HIPPOCAMP_DATA === undefined ? await startAlone('gateway', REQUIRED) : gateway;
    const old = [gateway, other].map(({ url }) => withKey(url, secret));
    for (const api of old) expect((await api.get('/memories')).status).toBe(200);
    const next = (await operator.post(`/operator/keys/${key.id}/rotate`, { overlapSeconds: 600 })).body.data;
    for (const api of [...old, withKey(gateway.url, next.secret)])
      expect((await api.get('/memories')).status).toBe(200);
    expect(await command('list', '--tenant', 'acme')).toContain(next.key.id);
    const used = async () => {
      const keys = (await operator.get('/operator/keys?tenantId=acme')).body.data.keys as {
        lastUsedAt: string | null;
      }[];
      return keys.map(({ lastUsedAt }) => typeof lastUsedAt).join();
    };
    await waitUntil('the use of both is noted', async () => (await used()) === 'string,string');
    await command('revoke', key.id);
    for (const api of old)
      await waitUntil('the key is refused', async () => (await api.get('/memories')).status === 401);
    expectProblem(await operator.post(`/operator/keys/${key.id}/rotate`, {}), 'conflict');
    expectProblem(await operator.delete('/operator/keys/0000000000000000'), 'not-found');
  });
});

it('MCP over HTTP is asked by a key too, and may do what the key may', { tags: ['long'] }, async () => {
  const { gateway, keyed, make, secret } = await openHouse();
  const { secret: key } = await make({ tenantId: 'acme', scopes: ['read', 'write'] });
  const headers = { authorization: `Bearer ${key}` };
  const client = await overHttp(gateway.url, headers);
  await use(client, 'remember', { content: 'I live in Turku.' });
  const other = await keyed({ tenantId: 'acme', scopes: ['read'] });
  expect((await other.get('/memories')).body.data.total).toBe(1);
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const accept = { accept: 'application/json, text/event-stream' };
  expectUnknown(await createApi(gateway.url, 'acme').post('/mcp', body, accept));
  expectProblem(await withKey(gateway.url, secret).post('/mcp', body, accept), 'forbidden');
  expectProblem(
    await withKey(gateway.url, key).post('/mcp', body, { ...accept, 'x-tenant-id': 'globex' }),
    'forbidden',
  );
});

it('AUTH_MODE=optional asks those for a key who have one, and nobody else', { tags: ['long'] }, async () => {
  const { gateway, keyed } = await openHouse({ ...PEPPER, AUTH_MODE: 'optional' });
  const acme = await keyed({ tenantId: 'acme', scopes: ['read', 'write'] });
  expect((await acme.get('/memories')).status).toBe(200);
  expectUnknown(await createApi(gateway.url, 'acme').get('/memories'));
  expect((await createApi(gateway.url, 'globex').get('/memories')).status).toBe(200);
});

it('the list of keys is a row for each on a terminal, whatever a tenant calls an owner', async () => {
  const { keyed, make } = await openHouse();
  const { key } = await make({ tenantId: 'acme', scopes: ['read'], owner: 'carol', name: 'phone' });
  const acme = await keyed({ tenantId: 'acme', scopes: ['read', 'write'] });
  const { entities } = (await acme.get('/entities?externalId=carol')).body.data as { entities: { id: string }[] };
  const changed = await acme.patch(`/entities/${entities[0]?.id}`, {
    externalId: 'ca\u001b]0;x\u0007rol\n0000000000000000\tacme\u202e\u009b2J',
  });
  expect(changed.status, changed.text).toBe(200);
  const rows = (await command('list', '--tenant', 'acme')).split('\n');
  expect(rows).toHaveLength(3);
  const [, , owner, , , , , , name] = rows.find((row) => row.startsWith(key.id))?.split('\t') ?? [];
  expect([owner, name]).toEqual(['ca]0;xrol 0000000000000000 acme2J', 'phone']);
});
