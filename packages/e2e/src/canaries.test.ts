/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { dumpStores } from '@hippocamp/runtime/testing/dump-stores';
import { expect, inject, it } from 'vitest';
import { find, foundIds, listAll } from './actions.js';
import { type Api, createApi } from './client.js';
import { opsOf, REQUIRED, useKeyHouse, withKey } from './key-house.js';
import { askAll, type Belongings, belongings, expectQuiet, fill, type Party, words } from './parties.js';
import { CANARY, KEPT, plantings } from './plantings.js';
import type { ServiceProcess } from './service-process.js';
import { askTools, bringTheirIds, tryCursors } from './trespass.js';
import { waitUntil } from './wait-until.js';

const { open, start, startAlone, place } = useKeyHouse();

const settled = (ops: Api) =>
  waitUntil('nothing waits', async () => (await ops.get('/readyz')).body.checks.outbox.detail === '0 waiting, 0 dead');

const linesWith = (text: string, word: string) =>
  text
    .toLowerCase()
    .split('\n')
    .filter((line) => line.includes(word));

const expectNone = (text: string, secrets: readonly string[], place: string) => {
  for (const word of [CANARY, ...secrets]) expect(linesWith(text, word), place).toEqual([]);
};

/** Answers a client of a whole tenant, and the secret parts of its keys, which must appear nowhere. */
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
  const settings = { DISTIL_AGE_SECONDS: '0.001', LOG_LEVEL: 'debug', OPS_PORT: '0', READER: 'model' };
  const workers = inject('stores').mode === 'production' ? [await startAlone('worker', settings)] : [];
  const { gateway, api, secrets } = await comers[comer](settings);
  const forgets: [string, () => Promise<unknown>][] = [];
  for (const [name, plant] of Object.entries(plantings)) {
    forgets.push([name, await plant(api)]);
    expect(linesWith((await api.get('/export')).text, CANARY).length, `${name} planted nothing`).toBeGreaterThan(0);
  }
  for (const [, forget] of forgets) await forget();
  await settled(opsOf(gateway));
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

/** Three tenants with all rights, and two owners in the first; with keys each has its own. */
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
  const parties = await Promise.all(Object.entries(tenants).map(come));
  const whole = await apiOf('magpie-inc', {}, ['read', 'write', 'admin']);
  const thief: Party = { word: 'magpie', tenant: 'magpie-inc', sees: ['magpie'], api: whole };
  return { gateway, parties, thief };
};

interface Strangers {
  nobody: Party;
  thief: Party;
  ops: Api;
}

const isWhole = ({ owner }: Party) => owner === undefined;

const fillAll = async (parties: readonly Party[]) => {
  const wholes = parties.filter(isWhole);
  const filled = parties.flatMap(({ word, owner, tenant }) =>
    wholes.filter((one) => one.tenant === tenant).map(({ api }) => fill(api, word, owner)),
  );
  await Promise.all(filled);
  for (const { api } of wholes)
    expect((await api.post('/lifecycle/run', {})).body.summary.distilled).toBeGreaterThan(1);
};

const linesByWord = async (parties: readonly Party[]) =>
  new Map((await belongings(parties)).map(({ word, lines }) => [word, lines]));

/** A tenant imports the ids of all others as its own, does with them all that can be done, and ends itself. */
const takeTheirIds = async (thief: Party, parties: readonly Party[], before: readonly Belongings[], ops: Api) => {
  const wholes = parties.filter(isWhole);
  const found = () => Promise.all(wholes.map(async ({ api }) => foundIds(await find(api, words, { k: 100 })).sort()));
  const [linesBefore, foundBefore] = [await linesByWord(parties), await found()];
  await bringTheirIds(thief, before);
  // The ids are the thief's own by now.
  const others = before.map((one) => ({ ...one, ids: [] }));
  expect(await askAll(thief, others, false)).toBeGreaterThan(1);
  await settled(ops);
  expect(await linesByWord(parties)).toEqual(linesBefore);
  expect(await found()).toEqual(foundBefore);
};

/** Asks one after the other; a party that may end its tenant comes last. */
const askInTurn = async (parties: readonly Party[], ownAlone: boolean, { nobody, thief, ops }: Strangers) => {
  const before = await belongings(parties);
  for (const { word, lines, subjects } of before) {
    expect(subjects.length, word).toBeGreaterThan(5);
    const others = before.filter((one) => one.word !== word);
    expect(others.flatMap((one) => linesWith(lines.join('\n'), one.word))).toEqual([]);
  }
  await tryCursors(ownAlone ? parties.filter(isWhole) : parties, before);
  await takeTheirIds(thief, parties, before, ops);
  const untouched = new Map(before.map(({ word, lines }) => [word, lines]));
  for (const party of [nobody, ...parties].sort((one, other) => Number(isWhole(one)) - Number(isWhole(other)))) {
    for (const ask of [askTools, askAll]) {
      const met = await ask(party, before, ownAlone && !isWhole(party));
      expect(met > 1, `${party.word} came across its own ${met} times`).toBe(party !== nobody);
    }
    await settled(ops);
    for (const word of isWhole(party) ? party.sees : [party.word]) untouched.delete(word);
    const after = await linesByWord(parties);
    for (const [word, lines] of untouched) expect(after.get(word), `${word} after ${party.word}`).toEqual(lines);
  }
  return before;
};

/** Metrics hold no word, id or name of anybody. */
const expectFigures = async (metrics: Api, all: readonly Belongings[]) => {
  const { status, text } = await metrics.get('/metrics');
  expect([status, text.includes('hippocamp_')]).toEqual([200, true]);
  const secrets = all.flatMap(({ word, ids }) => [word, ...ids]);
  expect(secrets.filter((secret) => text.toLowerCase().includes(secret))).toEqual([]);
};

const urlOf = ({ url }: ServiceProcess) => createApi(url, '', {});

const findNoneOfOthers = (withKeys: boolean) => async () => {
  const settings = { DISTIL_AGE_SECONDS: '0.001', LOG_LEVEL: 'debug', OPS_PORT: '0' };
  const workers = inject('stores').mode === 'production' ? [await startAlone('worker', settings)] : [];
  const { gateway, parties, thief } = await comeTogether(withKeys, settings);
  const ops = opsOf(gateway);
  await fillAll(parties);
  await settled(ops);
  const nobody = { word: 'nobody-at-all', tenant: 'nobody', sees: [], api: createApi(gateway.url, '', {}) };
  const all = await askInTurn(parties, !withKeys, { nobody, thief, ops });
  for (const api of [ops, ...workers.map(urlOf)]) await expectFigures(api, all);
  const taken = { ...thief, sees: parties.map(({ word }) => word) };
  for (const process of [gateway, ...workers]) {
    await process.kill('SIGTERM');
    expectQuiet(process.output(), all, [...parties, taken]);
  }
};

for (const withKeys of [false, true])
  it(
    `three tenants, and two owners of one, come across nothing of each other by any operation, job or log, ${withKeys ? 'with keys' : 'without keys'}`,
    findNoneOfOthers(withKeys),
    600_000,
  );
