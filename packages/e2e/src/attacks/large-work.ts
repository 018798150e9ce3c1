import { randomUUID } from 'node:crypto';
import type { Api } from '../client.js';
import type { Attack, RawShot, Shot, Target } from './attack.js';
import { deaf, get, post, postLines } from './shots.js';
import { memoryLine } from './small-requests.js';
import { count, fill, LONGEST } from './texts.js';

const words = (number: number) => `Ann${number} keeps kettle ${number} in the cellar of house ${number % 97}. `;
const longText = (seed: number) => count((number) => words(number + seed * 1000));

const memories = (length: number, content: (index: number) => string, more: object = {}) =>
  Array.from({ length }, (_, index) => ({ tier: 'semantic', content: content(index), ...more }));

const store = async (api: Api, all: readonly object[], part = 500) => {
  for (let sent = 0; sent < all.length; sent += part) {
    const answer = await api.post('/memories/batch', { memories: all.slice(sent, sent + part) });
    if (answer.status !== 200) throw new Error(`not stored: ${answer.text.slice(0, 500)}`);
  }
};

export const longMemories = (api: Api) => store(api, memories(100, longText), 100);
/** No word of them is known, so that their words are compared. */
const strangeMemory = (seed: number) => count((number) => `kettle vo${(seed * 31 + number * 7) % 3000}kup `, 1000);
const strangeMemories = async (api: Api) => {
  for (const tier of ['semantic', 'episodic', 'short_term']) {
    await store(
      api,
      memories(400, (index) => strangeMemory(index), { tier }),
      100,
    );
  }
};

const manyMemories = (api: Api) => store(api, memories(3_000, words, { tags: ['a'] }));

interface Reading {
  name: string;
  shots: (api: Api) => (Shot | RawShot)[];
  long?: boolean;
}

const LONG_INPUT = longText(0);
const LARGE_CAPS = { perTierCaps: { semantic: 100, episodic: 100, short_term: 100 } };

export const recalling = (api: Api): Shot => {
  const params = { name: 'recall', arguments: { text: 'kettle', k: 100 } };
  const accept = 'application/json, text/event-stream';
  return post(api, '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { accept });
};

const overLong: Reading[] = [
  {
    name: 'query of 8,000 characters, k 100',
    shots: (api) => [post(api, '/memories/query', { text: LONG_INPUT.slice(0, 8000), k: 100 })],
  },
  {
    name: 'query with explain',
    long: true,
    shots: (api) => [post(api, '/memories/query', { text: 'kettle', k: 100, explain: true })],
  },
  {
    name: 'claim of a sentence, k 100',
    shots: (api) => [post(api, '/validate', { claim: 'Ann7 keeps kettle 7.', k: 100 })],
  },
  { name: 'claim of 50,000 characters', shots: (api) => [post(api, '/validate', { claim: LONG_INPUT })] },
  {
    name: 'twenty claims of eight statements at once, k 1',
    shots: (api) => Array.from({ length: 20 }, () => post(api, '/validate', { claim: LONG_INPUT.slice(0, 400), k: 1 })),
  },
  {
    name: 'context of 50,000 characters, 200,000 tokens',
    shots: (api) => [
      post(api, '/context/build', {
        currentInput: LONG_INPUT,
        goal: LONG_INPUT.slice(0, 8000),
        maxTokens: 200_000,
        strategy: {
          ...LARGE_CAPS,
          topics: Array.from({ length: 8 }, (_, index) => LONG_INPUT.slice(index * 1000, index * 1000 + 8000)),
        },
      }),
    ],
  },
  { name: 'list of 100', shots: (api) => [get(api, '/memories?limit=100')] },
  { name: 'export', shots: (api) => [get(api, '/export')] },
  { name: 'eight lists at once', shots: (api) => Array.from({ length: 8 }, () => get(api, '/memories?limit=100')) },
  {
    name: 'eight queries at once',
    shots: (api) => Array.from({ length: 8 }, () => post(api, '/memories/query', { text: 'kettle', k: 100 })),
  },
  {
    name: 'sixty answers that nobody reads',
    shots: (api) => {
      const asked = [get(api, '/memories?limit=100'), get(api, '/export'), recalling(api)].map(deaf);
      return Array.from({ length: 20 }, () => asked).flat();
    },
  },
];

const overMany: Reading[] = [
  { name: 'query, k 100', shots: (api) => [post(api, '/memories/query', { text: LONG_INPUT.slice(0, 8000), k: 100 })] },
  {
    name: 'claim of 50,000 characters',
    long: true,
    shots: (api) => [post(api, '/validate', { claim: LONG_INPUT, k: 100 })],
  },
  {
    name: 'context',
    long: true,
    shots: (api) => [post(api, '/context/build', { currentInput: LONG_INPUT, maxTokens: 200_000 })],
  },
  {
    name: 'ingest of what is there',
    shots: (api) => [post(api, '/ingest', { content: LONG_INPUT, source: 'note', autoStore: false })],
  },
  { name: 'export', shots: (api) => [get(api, '/export')] },
  { name: 'stats of a year', shots: (api) => [get(api, '/memories/stats?days=365')] },
  { name: 'a dry run of deleting all', shots: (api) => [post(api, '/memories/delete', { tags: ['a'], dryRun: true })] },
  { name: 'a comparison with the index', shots: (api) => [get(api, '/admin/consistency?repair=true')] },
  { name: 'a dry run of ageing', shots: (api) => [post(api, '/lifecycle/run', { dryRun: true })] },
  {
    name: 'twenty claims at once',
    shots: (api) => Array.from({ length: 20 }, (_, index) => post(api, '/validate', { claim: words(index) })),
  },
];

/** Two fifths of the memories that it has places for fit. */
const strangeContext = (api: Api, more: object = {}): Shot =>
  post(api, '/context/build', {
    currentInput: strangeMemory(1),
    maxTokens: 60_000,
    strategy: { ...LARGE_CAPS, ...more },
  });

const overStrange: Reading[] = [
  { name: 'context with large caps', shots: (api) => [strangeContext(api)] },
  {
    name: 'context of eight topics',
    long: true,
    shots: (api) => [strangeContext(api, { topics: Array.from({ length: 8 }, (_, index) => strangeMemory(index)) })],
  },
  { name: 'eight contexts at once', shots: (api) => Array.from({ length: 8 }, () => strangeContext(api)) },
];

/** The readings that the short run tries too. */
const brief = new Set(
  [
    'query of 8,000 characters, k 100',
    'claim of 50,000 characters',
    'list of 100',
    'sixty answers that nobody reads',
  ].map((name) => `long memories: ${name}`),
);

const reading =
  (of: string, fillIt: (api: Api) => Promise<void>) =>
  (each: Reading): Attack => ({
    name: `${of}: ${each.name}`,
    long: each.long ?? !brief.has(`${of}: ${each.name}`),
    prepare: async ({ shared }: Target) => [each.shots(await shared(of, fillIt))],
  });

/** A batch of about `size` bytes of JSON. */
const batchOf = (api: Api, size: number) =>
  post(api, '/memories/batch', {
    memories: memories(500, (index) => fill(words(index), Math.floor(size / 500) - 100)),
  });

const deep = { a: [{ b: [{ c: [{ d: Array(2000).fill({ e: 1 }) }] }] }] };

const batches: Attack[] = [
  { name: 'batch of 8.8 MiB', prepare: ({ api }) => [[batchOf(api, 8.8 * 2 ** 20)]] },
  { name: 'batch of 16 MiB', long: true, prepare: ({ api }) => [[batchOf(api, 16 * 2 ** 20)]] },
  {
    name: 'batch of 500 with deep metadata',
    prepare: ({ api }) => [[post(api, '/memories/batch', { memories: memories(500, words, { metadata: deep }) })]],
  },
  {
    name: 'batch of 500 with long contexts',
    long: true,
    prepare: ({ api }) => [
      [post(api, '/memories/batch', { memories: memories(500, words, { context: 'kettle '.repeat(71) }) })],
    ],
  },
  {
    name: 'a large batch and its repeat',
    long: true,
    prepare({ api }) {
      const shot = batchOf(api, 8 * 2 ** 20);
      const once = { ...shot, headers: { ...shot.headers, 'idempotency-key': randomUUID() } };
      return [[once], [once]];
    },
  },
  {
    name: 'a burst of words and the vocabulary after it',
    long: true,
    prepare: ({ api }) =>
      Array.from({ length: 4 }, (_, part) => [
        post(api, '/memories/batch', {
          memories: memories(500, (index) => count((number) => `w${part}x${index}y${number} `, 2000)),
        }),
      ]),
  },
];

const changed: Attack[] = [
  {
    name: 'history of a memory of 50,000 characters changed 100 times',
    async prepare({ api }) {
      const created = await api.post('/memories', { tier: 'semantic', content: longText(1) });
      const path = `/memories/${created.body.data.id}`;
      for (let time = 0; time < 100; time += 1) await api.patch(path, { content: longText(time + 2) });
      return [[get(api, `${path}/history`)], [get(api, '/export')], [{ ...get(api, path), method: 'DELETE' }]];
    },
    long: true,
  },
  {
    name: 'deletion of a memory that took statements of 400 others',
    async prepare({ api }) {
      const takerId = randomUUID();
      const at = '2026-01-01T00:00:00.000Z';
      const earlier = Array.from({ length: 400 }, (_, index) => {
        const after = { content: words(index), byId: takerId };
        const entry = {
          version: 2,
          change: 'part_superseded',
          at,
          before: { content: `${words(index)}And so on.` },
          after,
        };
        return memoryLine(randomUUID(), words(index), { version: 2, history: [{ ...entry, version: 1 }, entry] });
      });
      const edge = { kind: 'relation', type: 'supersedes', fromType: 'memory', fromId: takerId, toType: 'memory' };
      const edges = earlier.map(({ id: toId }) => ({
        ...{ ...edge, id: randomUUID(), toId, weight: 1, metadata: { part: true }, createdAt: at },
      }));
      const lines = [memoryLine(takerId, 'All of that is no longer so.'), ...earlier, ...edges]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join('');
      await api.sendText('POST', '/import', lines, { 'content-type': 'application/x-ndjson' });
      return [[{ ...get(api, `/memories/${takerId}`), method: 'DELETE' }]];
    },
    long: true,
  },
  {
    name: 'import of 20,000 lines',
    prepare: ({ api }) => [
      [
        postLines(api, [
          { kind: 'header', format: 'hippocamp-export-1' },
          ...Array.from({ length: 20_000 }, (_, index) => memoryLine(randomUUID(), words(index))),
          { kind: 'end' },
        ]),
      ],
    ],
    long: true,
  },
  {
    name: 'import of 2,000 lines',
    long: true,
    prepare: ({ api }) => [
      [
        postLines(
          api,
          Array.from({ length: 2_000 }, (_, index) => memoryLine(randomUUID(), words(index))),
        ),
      ],
    ],
  },
  {
    name: 'import of 100 long memories',
    prepare: ({ api }) => [
      [
        postLines(
          api,
          Array.from({ length: 100 }, (_, index) => memoryLine(randomUUID(), longText(index))),
        ),
      ],
    ],
  },
  {
    name: 'delete of 2,000 by a filter',
    long: true,
    async prepare({ api }) {
      await store(api, memories(2_000, words, { tags: ['a'] }));
      return [[post(api, '/memories/delete', { tags: ['a'] })]];
    },
  },
  {
    name: 'erase of 2,000',
    long: true,
    async prepare({ api }) {
      const ownerEntityId = randomUUID();
      await store(api, memories(2_000, words, { ownerEntityId }));
      return [[post(api, '/erase', { ownerEntityId })]];
    },
  },
  {
    name: 'erase of a tenant of 2,000',
    long: true,
    async prepare({ api }) {
      await store(api, memories(2_000, words));
      const gone = { ...get(api, '/tenant'), method: 'DELETE' };
      return [[{ ...gone, headers: { ...gone.headers, 'x-confirm-tenant': api.tenant } }]];
    },
  },
  {
    name: 'ageing of 5,000 that are due',
    long: true,
    async prepare({ api }) {
      const old = { createdAt: '2024-01-01T00:00:00.000Z', tier: 'episodic' };
      const times = Object.fromEntries(
        ['lastAccessedAt', 'recencyAt', 'occurredAt', 'updatedAt', 'tierSince'].map((name) => [name, old.createdAt]),
      );
      for (let part = 0; part < 5; part += 1) {
        const lines = Array.from({ length: 1000 }, (_, index) =>
          memoryLine(randomUUID(), words(part * 1000 + index), { ...old, ...times }),
        );
        const text = lines.map((line) => JSON.stringify(line)).join('\n');
        await api.sendText('POST', '/import', text, { 'content-type': 'application/x-ndjson' });
      }
      return [[post(api, '/lifecycle/run', { dryRun: true })], [post(api, '/lifecycle/run', {})]];
    },
  },
];

const SOME = { properties: { note: 'x'.repeat(60_000) } };

async function denseGraph(api: Api): Promise<string> {
  const created = await Promise.all(
    Array.from({ length: 60 }, (_, index) => api.post('/entities', { type: 'person', name: `Ann${index}`, ...SOME })),
  );
  const ids = created.map(({ body }) => body.data.id as string);
  const edges = ids.flatMap((fromId, index) =>
    ids.slice(index + 1).map((toId) => ({
      ...{ kind: 'relation', id: randomUUID(), type: 'knows', fromType: 'entity', fromId, toType: 'entity', toId },
      ...{ weight: 1, metadata: { a: 'x'.repeat(4000) }, createdAt: '2026-01-01T00:00:00.000Z' },
    })),
  );
  const text = edges.map((edge) => JSON.stringify(edge)).join('\n');
  await api.sendText('POST', '/import', text, { 'content-type': 'application/x-ndjson' });
  return ids[0] ?? '';
}

const graph: Attack[] = [1, 8].map((times) => ({
  name: `traversal of large nodes, ${times} at once`,
  long: times > 1,
  async prepare({ api }) {
    const start = await denseGraph(api);
    const path = `/relations/traverse?startType=entity&startId=${start}&depth=6&limit=1000`;
    return [Array.from({ length: times }, () => get(api, path))];
  },
}));

const crowd: Attack[] = [
  {
    name: 'eight ingests of 50,000 characters at once',
    prepare: ({ api }) => [
      Array.from({ length: 8 }, (_, seed) => post(api, '/ingest', { content: longText(seed), source: 'note' })),
    ],
  },
  {
    name: 'two hundred small memories at once',
    long: true,
    prepare: ({ api }) => [
      Array.from({ length: 200 }, (_, index) => post(api, '/memories', { tier: 'semantic', content: words(index) })),
    ],
  },
  {
    name: 'forty bodies of 1 MiB at once',
    long: true,
    prepare: ({ api }) => [
      Array.from({ length: 40 }, () =>
        post(api, '/memories', { tier: 'semantic', content: 'a', b: 'c'.repeat(2 ** 20 - 100) }),
      ),
    ],
  },
  {
    name: 'four batches of 8 MiB at once',
    long: true,
    prepare: ({ api }) => [Array.from({ length: 4 }, () => batchOf(api, 8 * 2 ** 20))],
  },
  {
    name: 'ingests with large results, and their list',
    long: true,
    async prepare({ api }) {
      for (let seed = 0; seed < 10; seed += 1)
        await api.post('/ingest', { content: longText(seed), source: 'note', autoStore: false });
      return [[get(api, '/ingest?limit=100')], [get(api, '/events/timeline?days=365')]];
    },
  },
];

export const firstContext: Attack = {
  name: 'the first context',
  long: true,
  async prepare({ shared }) {
    const api = await shared('long memories', longMemories);
    return [[post(api, '/context/build', { currentInput: LONG_INPUT.slice(0, LONGEST), maxTokens: 200_000 })]];
  },
};

export const largeWork: Attack[] = [
  firstContext,
  ...overLong.map(reading('long memories', longMemories)),
  ...overMany.map(reading('many memories', manyMemories)),
  ...overStrange.map(reading('memories of unknown words', strangeMemories)),
  ...batches,
  ...changed,
  ...graph,
  ...crowd,
];
