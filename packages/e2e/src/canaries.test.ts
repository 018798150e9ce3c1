/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { dumpStores } from '@hippocamp/runtime/testing/dump-stores';
import { expect, inject, it } from 'vitest';
import { listAll } from './actions.js';
import { type Api, createApi } from './client.js';
import { REQUIRED, useKeyHouse, withKey } from './key-house.js';
import { askAll, belongings, expectQuiet, fill, type Party } from './parties.js';
import { CANARY, KEPT, plantings } from './plantings.js';
import { waitUntil } from './wait-until.js';

const { open, start, startAlone, place } = useKeyHouse();

const settled = (api: Api) =>
  waitUntil('nothing waits', async () => (await api.get('/readyz')).body.checks.outbox.detail === '0 waiting, 0 dead');

const linesWith = (text: string, word: string) =>
  text
    .toLowerCase()
    .split('\n')
    .filter((line) => line.includes(word));

const expectNone = (text: string, secrets: readonly string[], place: string) => {
  for (const word of [CANARY, ...secrets]) expect(linesWith(text, word), place).toEqual([]);
};

/** A client that may do everything in a tenant, and what of its keys must stand nowhere. */
const comers = {
  'without keys': async (settings: Record<string, string>) => {
    const gateway = await start(settings);
    return { gateway, api: createApi(gateway.url), secrets: [] };
  },
  'with a key': async (settings: Record<string, string>) => {
    const { gateway, secret: operators, make } = await open({ ...settings, ...REQUIRED });
    const { secret } = await make({ tenantId: 'acme', scopes: ['read', 'write', 'admin'] });
    return { gateway, api: withKey(gateway.url, secret), secrets: [operators, secret].map((key) => key.slice(20, 84)) };
  },
};

const findNone = (comer: keyof typeof comers) => async () => {
  const settings = { DISTIL_AGE_SECONDS: '0.001', LOG_LEVEL: 'debug', READER: 'model' };
  const workers = inject('stores').mode === 'production' ? [await startAlone('worker', settings)] : [];
  const { gateway, api, secrets } = await comers[comer](settings);
  const forgets: [string, () => Promise<unknown>][] = [];
  for (const [name, plant] of Object.entries(plantings)) {
    forgets.push([name, await plant(api)]);
    expect(linesWith((await api.get('/export')).text, CANARY).length, `${name} planted nothing`).toBeGreaterThan(0);
  }
  for (const [, forget] of forgets) await forget();
  await settled(api);
  expect(linesWith((await api.get('/export')).text, CANARY)).toEqual([]);
  expect(JSON.stringify(await listAll(api)).toLowerCase()).not.toContain(CANARY);
  for (const process of [gateway, ...workers]) {
    await process.kill('SIGTERM');
    expectNone(process.output(), secrets, 'the log');
  }
  const stores = await dumpStores(place());
  for (const [store, text] of Object.entries(stores)) expectNone(text, secrets, `the ${store}`);
  expect(Object.values(stores).flatMap((text) => linesWith(text, KEPT)).length).toBeGreaterThan(4);
};

for (const comer of ['without keys', 'with a key'] as const)
  it(
    `finds no canary in any store, export or log after they were forgotten, however they were planted, ${comer}`,
    findNone(comer),
    300_000,
  );

const tenants = {
  agatine: 'agatine-inc',
  beryl: 'agatine-inc',
  topaz: 'agatine-inc',
  garnet: 'garnet-inc',
  zircon: 'zircon-inc',
};
const owners: Readonly<Record<string, string>> = { beryl: randomUUID(), topaz: randomUUID() };

/** Three tenants that may do everything, and two owners of the first; with keys each has one of its own. */
const comeTogether = async (withKeys: boolean, settings: Record<string, string>) => {
  const house = withKeys ? await open({ ...settings, ...REQUIRED }) : null;
  const gateway = house?.gateway ?? (await start(settings));
  const apiOf = async (tenantId: string, limit: object, scopes: string[]) =>
    house ? house.keyed({ tenantId, scopes, ...limit }) : createApi(gateway.url, tenantId);
  const come = async ([word, tenant]: [string, string]): Promise<Party> => {
    const owner = owners[word];
    if (owner === undefined) {
      const sees = Object.entries(tenants).flatMap(([one, its]) => (its === tenant ? [one] : []));
      return { word, tenant, sees, api: await apiOf(tenant, {}, ['read', 'write', 'admin']) };
    }
    const api = await apiOf(tenant, { ownerEntityId: owner }, ['read', 'write']);
    return { word, tenant, owner, sees: [word, 'agatine'], api };
  };
  return { gateway, parties: await Promise.all(Object.entries(tenants).map(come)) };
};

const isWhole = ({ owner }: Party) => owner === undefined;

const fillAll = async (parties: readonly Party[]) => {
  const wholes = parties.filter(isWhole);
  for (const { word, owner, tenant } of parties)
    for (const { api } of wholes.filter((one) => one.tenant === tenant)) await fill(api, word, owner);
  for (const { api } of wholes)
    expect((await api.post('/lifecycle/run', {})).body.summary.distilled).toBeGreaterThan(1);
};

/** One after the other; whoever sees all of a tenant, and may end it, comes last. */
const askInTurn = async (parties: readonly Party[], ownAlone: boolean, nobody: Party) => {
  const before = await belongings(parties);
  for (const { word, lines, subjects } of before) {
    expect(subjects.length, word).toBeGreaterThan(5);
    const others = before.filter((one) => one.word !== word);
    expect(others.flatMap((one) => linesWith(lines.join('\n'), one.word))).toEqual([]);
  }
  const untouched = new Map(before.map(({ word, lines }) => [word, lines]));
  for (const party of [nobody, ...parties].sort((one, other) => Number(isWhole(one)) - Number(isWhole(other)))) {
    const met = await askAll(party, before, ownAlone && !isWhole(party));
    expect(met > 1, `${party.word} came across its own ${met} times`).toBe(party !== nobody);
    await settled(nobody.api);
    for (const word of isWhole(party) ? party.sees : [party.word]) untouched.delete(word);
    const after = new Map((await belongings(parties)).map(({ word, lines }) => [word, lines]));
    for (const [word, lines] of untouched) expect(after.get(word), `${word} after ${party.word}`).toEqual(lines);
  }
  return before;
};

const findNoneOfOthers = (withKeys: boolean) => async () => {
  const settings = { DISTIL_AGE_SECONDS: '0.001', LOG_LEVEL: 'debug' };
  const workers = inject('stores').mode === 'production' ? [await startAlone('worker', settings)] : [];
  const { gateway, parties } = await comeTogether(withKeys, settings);
  await fillAll(parties);
  const nobody = { word: 'nobody-at-all', tenant: 'nobody', sees: [], api: createApi(gateway.url, '', {}) };
  await settled(nobody.api);
  const all = await askInTurn(parties, !withKeys, nobody);
  for (const process of [gateway, ...workers]) {
    await process.kill('SIGTERM');
    expectQuiet(process.output(), all, parties);
  }
};

for (const withKeys of [false, true])
  it(
    `three tenants, and two owners of one, come across nothing of each other by any operation, job or log, ${withKeys ? 'with keys' : 'without keys'}`,
    findNoneOfOthers(withKeys),
    600_000,
  );
