/** @module-tag long */
import { createHippocamp, type Hippocamp } from '@hippocamp/sdk';
import type { ApiKey } from '@hippocamp/shared/schemas/keys';
import { expect, it } from 'vitest';
import { create } from './actions.js';
import { createApi } from './client.js';
import { PEPPER, useKeyHouse, withKey } from './key-house.js';
import type { ServiceProcess } from './service-process.js';
import { waitUntil } from './wait-until.js';

const { start, startAlone, command } = useKeyHouse();

/** Writes one memory after the other with the client of the moment, until `end` is called. */
function keepWriting(client: () => Hippocamp) {
  const written: string[] = [];
  let ending = false;
  const write = async () => {
    while (!ending) {
      const content = `Note ${written.length + 1} is kept.`;
      await client().memories.create({ tier: 'episodic', content });
      written.push(content);
    }
  };
  const done = write();
  const more = () => {
    const count = written.length;
    const went = waitUntil('it goes on writing', () => written.length > count + 3, { deadline: 60_000 });
    return Promise.race([done, went]);
  };
  const end = () => {
    ending = true;
    return done;
  };
  return { written, more, end };
}

/** Follows docs/keys.md, "From headers to keys without a pause", step by step. */
it('clients go on writing while an operator leads their tenants from headers to keys', async () => {
  let gateway: ServiceProcess = await start();
  const { url } = gateway;
  const { port } = new URL(url);
  const restart = async (settings: Record<string, string>) => {
    await gateway.kill('SIGTERM');
    gateway = await startAlone('gateway', { PORT: port, ...settings });
  };
  await create(createApi(url, 'acme'), 'The first is from before.');
  let [apiKey, headers]: [string | undefined, boolean] = [undefined, true];
  const options = { baseUrl: url, retries: 50 };
  const client = () =>
    createHippocamp({ ...options, ...(headers && { tenant: 'acme' }), ...(apiKey !== undefined && { apiKey }) });
  const writing = keepWriting(client);
  await writing.more();

  await restart(PEPPER);
  await writing.more();
  const operator = withKey(url, await command('create', '--operator'));
  apiKey = await command('create', '--tenant', 'acme');
  await writing.more();
  const uses = async (): Promise<(string | null)[]> => {
    const { keys } = (await operator.get('/operator/keys?tenantId=acme')).body.data;
    return keys.map(({ lastUsedAt }: ApiKey) => lastUsedAt);
  };
  await waitUntil('its key is sent', async () => !(await uses()).includes(null));

  await restart({ ...PEPPER, AUTH_MODE: 'optional' });
  await writing.more();
  expect((await createApi(url, 'acme').get('/memories')).status).toBe(401);
  expect((await createApi(url, 'globex').get('/memories')).status).toBe(200);
  const wanted = { name: 'late', tenantId: 'globex', scopes: ['read'] };
  const late = (await operator.post('/operator/keys', wanted)).body.data.secret;
  const { tenants } = (await operator.get('/operator/tenants')).body.data;
  expect(tenants).toEqual(['acme', 'globex'].map((tenantId) => ({ tenantId, hasKeys: true })));

  await restart({ ...PEPPER, AUTH_MODE: 'required' });
  await writing.more();
  headers = false;
  await writing.more();
  expect((await withKey(url, late).get('/memories')).status).toBe(200);
  expect((await createApi(url, 'nobody').get('/memories')).status).toBe(401);

  await writing.end();
  const kept = [];
  for await (const { content } of client().memories.iterate({ limit: 100 })) kept.push(content);
  expect(kept.sort()).toEqual(['The first is from before.', ...writing.written].sort());
}, 300_000);
