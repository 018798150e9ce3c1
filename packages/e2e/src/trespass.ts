import { randomUUID } from 'node:crypto';
import { knownMembers } from '@hippocamp/shared/operations/field-errors';
import type { Operation } from '@hippocamp/shared/operations/types';
import { expect } from 'vitest';
import type { Api, ApiAnswer, Headed } from './client.js';
import { pathOf, tenantOperations } from './examples.js';
import { comparable } from './expectations.js';
import { type Belongings, lookAs, type Party, words } from './parties.js';

/** Ways to others' data beyond single operations: tools, cursors, and imports with others' ids. */

const idOf = ({ subjects }: Belongings, kind: string): string =>
  subjects.find(([of]) => of === kind)?.[1] ?? randomUUID();

const toMcp = (api: Api, headers: Headed, method: string, params: object) =>
  api.post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params },
    { accept: 'application/json, text/event-stream', ...headers },
  );

type Asked = readonly [method: string, params: { name?: string; uri?: string; arguments?: object }];

const calling = (tools: Readonly<Record<string, object>>): Asked[] =>
  Object.entries(tools).map(([name, args]) => ['tools/call', { name, arguments: args }]);

/** Calls of each tool that name nobody. */
const usual = {
  recall: { text: words, k: 100 },
  build_context: { currentInput: words },
  check_claim: { claim: `The ${words} stands behind the mirror.`, k: 20 },
  forget: { text: words },
  timeline: { limit: 100 },
  remember: { content: 'I keep my bicycle in the cellar.' },
  relate: { type: 'knows', from: { name: 'Ann' }, to: { name: 'Ben' } },
  explore: { start: { name: 'Ann' } },
};
/** These tools need a whole tenant. */
const ofTenant = ['relate', 'explore'];

const aboutOthers = (one: Belongings): Asked[] => [
  ...calling({ forget: { text: words, dryRun: false, ids: [idOf(one, 'memory')] } }),
  ...['memory', 'artifact', 'entity'].flatMap((nodeType) =>
    calling({ explore: { start: { nodeType, id: idOf(one, nodeType) } } }),
  ),
  ['resources/read', { uri: `memory://${idOf(one, 'memory')}` }],
];

const resultIn = (text: string) => JSON.parse(/^(?:data: )?(\{.*)$/m.exec(text)?.[1] ?? '{}').result;

/** Without keys a header names the owner. Returns how often it saw its own word. */
export async function askTools(party: Party, all: readonly Belongings[], ownAlone: boolean): Promise<number> {
  const { api, owner, sees } = party;
  const headers: Headed = ownAlone && owner ? { 'x-owner-entity-id': owner } : {};
  const look = lookAs(party, all);
  const others = all.filter(({ word }) => !sees.includes(word));
  const asked: Asked[] = [
    ...calling(usual),
    ['resources/list', {}],
    ['prompts/get', { name: 'with_memory', arguments: { currentInput: words } }],
    ...others.flatMap(aboutOthers),
  ];
  let met = 0;
  for (const [method, params] of asked.filter(([, { name = '' }]) => !ownAlone || !ofTenant.includes(name))) {
    const answer = await toMcp(api, headers, method, params);
    const [sent = ''] = JSON.stringify(params).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) ?? [];
    expect(answer.status === 200, `${party.word}: ${method} ${answer.text}`).toBe(sees.length > 0);
    met += Number(look(answer, `${method} ${params.name}`, sent));
  }
  if (sees.length === 0) return met;
  const { tools } = resultIn((await toMcp(api, headers, 'tools/list', {})).text);
  expect(tools.map(({ name }: { name: string }) => name).sort()).toEqual(Object.keys(usual).sort());
  return met;
}

const lists = tenantOperations.filter(([, { query }]) => query && knownMembers(query, []).includes('cursor'));

/** The id in the list's path: a run, or the memory with the longest history. */
async function listedBy({ api, word }: Party, { path }: Operation, all: readonly Belongings[]): Promise<string> {
  if (path.startsWith('/lifecycle')) return (await api.get('/lifecycle/runs')).body.runs?.[0]?.id ?? randomUUID();
  const lines = all.find((one) => one.word === word)?.lines ?? [];
  const memories = lines
    .map((line) => JSON.parse(line) as { kind: string; id: string; history?: unknown[] })
    .filter(({ kind }) => kind === 'memory');
  const [most] = memories.sort((one, other) => (other.history?.length ?? 0) - (one.history?.length ?? 0));
  return most?.id ?? randomUUID();
}

const pageAt = (api: Api, operation: Operation, id: string, cursor?: string) =>
  api.get(`${pathOf(operation, id)}?limit=1${cursor === undefined ? '' : `&cursor=${cursor}`}`);

const cursorIn = ({ text }: ApiAnswer) => /"nextCursor":"([^"]+)"/.exec(text)?.[1];

const unknownCursor = Buffer.from(JSON.stringify([0, randomUUID(), 'x'.repeat(16)])).toString('base64url');

/** Uses each party's cursors in the lists of all others, which must answer them as unknown ones. */
export async function tryCursors(parties: readonly Party[], all: readonly Belongings[]): Promise<void> {
  const tried = new Set<string>();
  for (const [id, operation] of lists)
    for (const giver of parties) {
      const theirs = await listedBy(giver, operation, all);
      const cursor = cursorIn(await pageAt(giver.api, operation, theirs));
      if (cursor === undefined) continue;
      tried.add(id);
      const use = async (taker: Party) => {
        const mine = await listedBy(taker, operation, all);
        for (const listed of new Set([mine, ...(taker.sees.includes(giver.word) ? [] : [theirs])])) {
          const answer = await pageAt(taker.api, operation, listed, cursor);
          const unknown = await pageAt(taker.api, operation, listed, unknownCursor);
          expect(comparable(answer), `${taker.word}: a cursor of ${giver.word} for ${id}`).toEqual(comparable(unknown));
          lookAs(taker, all)(answer, id, listed);
        }
      };
      await Promise.all(parties.filter((one) => one !== giver).map(use));
    }
  const filled = 'listMemories listEntities listEvents listRelations listIngests listArtifacts memoryHistory';
  expect([...tried]).toEqual(expect.arrayContaining(filled.split(' ')));
}

/** Imports what others exported, with their ids and its own word; the answer must not show that the ids are taken. */
export async function bringTheirIds({ api, word: own }: Party, all: readonly Belongings[]): Promise<void> {
  const lines = all.flatMap((one) => one.lines.map((line) => line.replaceAll(new RegExp(one.word, 'gi'), own)));
  const type = { 'content-type': 'application/x-ndjson' };
  const { body, text } = await api.sendText('POST', '/import', lines.join('\n'), type);
  const { imported, skipped, problems } = body.data;
  expect(problems, text).toEqual([]);
  expect(new Set(Object.values(skipped)), text).toEqual(new Set([0]));
  expect(Object.values<number>(imported).reduce((sum, count) => sum + count, 0)).toBe(lines.length);
}
