/** @module-tag long */
import { describe, expect, inject, it } from 'vitest';
import { finishedIngest, ingest, listAll } from './actions.js';
import { createApi } from './client.js';
import { useOwnServices, useServiceOf } from './own-service.js';

const { startAlone } = useOwnServices();
const gatewayUrl = useServiceOf({});

const towns = [
  'Turku',
  'Oulu',
  'Vaasa',
  'Kotka',
  'Lahti',
  'Rauma',
  'Espoo',
  'Vantaa',
  'Kuopio',
  'Joensuu',
  'Salo',
  'Imatra',
];
const people = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hal', 'Ida', 'Jon'];
/** More than one transaction settles. */
const statements = people.flatMap((person) => towns.map((town) => `${person} owns a boat in ${town}.`));

describe('a text of more statements than one transaction stores', () => {
  it('is stored whole and once, each repeat within it named, also across its parts', async () => {
    const api = createApi(gatewayUrl());
    const content = [...statements, statements[0], statements[119]].join(' ');
    const answer = await ingest(api, content, { source: 'note' });
    expect(answer.summary).toEqual({ candidates: 122, accepted: 120, rejected: 2 });
    const ids = answer.acceptedMemories.map(({ memoryId }) => memoryId);
    expect(answer.rejectedMemories.map(({ duplicateOf }) => duplicateOf)).toEqual([ids[0], ids[119]]);
    expect((await listAll(api)).map(({ content: stored }) => stored).toSorted()).toEqual(statements.toSorted());
    const again = await ingest(api, content, { source: 'note' });
    expect(again.summary).toEqual({ candidates: 122, accepted: 0, rejected: 122 });
  });

  it('is told whole where nothing is stored, repeats within it included', async () => {
    const api = createApi(gatewayUrl());
    const content = [...statements, statements[0]].join(' ');
    const answer = await ingest(api, content, { source: 'note', autoStore: false });
    expect(answer.summary).toEqual({ candidates: 121, accepted: 120, rejected: 1 });
    expect(answer.rejectedMemories[0]?.reason).toBe('says the same as an earlier part of this text');
    expect(await listAll(api)).toEqual([]);
  });

  it('goes on with its next part after a kill between two of them', async () => {
    const fatal = { NODE_ENV: 'test', FAILPOINT: 'records.memories.matching:after:kill:2', JOB_LEASE_SECONDS: '2' };
    const isEmbedded = inject('stores').mode === 'embedded';
    const gateway = await startAlone('gateway', isEmbedded ? fatal : {});
    const working = isEmbedded ? gateway : await startAlone('worker', fatal);
    const api = createApi(gateway.url);
    const sent = { content: statements.join(' '), source: 'note' };
    const accepted = await api.post('/ingest', sent, { prefer: 'respond-async' });
    expect(await working.exited).toBe('SIGKILL');
    const next = await startAlone(isEmbedded ? 'gateway' : 'worker');
    const after = createApi(isEmbedded ? next.url : gateway.url, api.tenant);
    const stored = await listAll(after);
    expect(stored.length).toBeGreaterThanOrEqual(50);
    const gone = stored.find(({ content }) => content === statements[9]);
    expect((await after.delete(`/memories/${gone?.id}`)).status).toBe(200);
    const done = await finishedIngest(after, accepted.body.data.traceId);
    expect(done.summary).toEqual({ candidates: 120, accepted: 120, rejected: 0 });
    expect(done.acceptedMemories[9]).toMatchObject({ memoryId: gone?.id, rationale: 'forgotten' });
    for (const { text } of [await after.get('/export'), await after.get(`/ingest/${done.traceId}`)])
      expect(text).not.toContain(statements[9]);
    const left = statements.filter((statement) => statement !== statements[9]);
    expect((await listAll(after)).map(({ content }) => content).toSorted()).toEqual(left.toSorted());
    expect((await after.get('/memories/stats')).body.data.statements).toMatchObject({ kept: 120, repeat: 0 });
  });
});
