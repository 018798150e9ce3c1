import { randomUUID } from 'node:crypto';
import type { Attack } from './attack.js';
import { get, post, postBytes, postLines, postZipped } from './shots.js';

const MIB = 1024 * 1024;

const NDJSON = 'application/x-ndjson';

const members = (count: number, name: (index: number) => string = (index) => `m${index}`) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), index]));

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const small = (content: string, more: object = {}) => ({ tier: 'episodic', content, ...more });

const zeros = (count: number) => Buffer.from(`[${'0,'.repeat(count - 1)}0]`);

/** A body with one more member, written as it stands. */
const memoryBody = (member: string): Buffer => Buffer.from(`{"tier":"episodic","content":"a",${member}}`);

const upTo = (size: number, piece: string): string => piece.repeat(Math.floor(size / piece.length));

interface Body {
  name: string;
  path: string;
  body: () => Buffer;
  long?: boolean;
}

const plain: Body[] = [
  {
    name: '1 MiB of members that nobody knows',
    path: '/memories',
    body: () => memoryBody(`${upTo(MIB - 100, '"m":0,')}"n":0`),
  },
  {
    name: '1 MiB of members of different names',
    path: '/memories',
    body: () => memoryBody(JSON.stringify(members(70_000)).slice(1, -1)),
  },
  { name: '1 MiB of brackets', path: '/memories', body: () => Buffer.from(`[${'['.repeat(MIB - 2)}`) },
  { name: '1 MiB of open objects', path: '/memories', body: () => Buffer.from(upTo(MIB, '{"a":')) },
  {
    name: '1 MiB of one number',
    path: '/memories',
    body: () => memoryBody(`"importanceScore":${'1'.repeat(MIB - 200)}`),
  },
  {
    name: '1 MiB of one escape',
    path: '/memories',
    body: () => memoryBody(`"context":"${upTo(MIB - 200, '\\u0061')}"`),
  },
  { name: '1 MiB of white space', path: '/memories', body: () => Buffer.from(' '.repeat(MIB)) },
  {
    name: 'a batch of numbers',
    path: '/memories/batch',
    body: () => Buffer.from(`{"memories":[${upTo(MIB, '0,')}0]}`),
  },
  { name: 'tags without end', path: '/memories', body: () => memoryBody(`"tags":[${upTo(MIB - 200, '"",')}""]`) },
  {
    name: 'filter of tags',
    path: '/memories/query',
    body: () => Buffer.from(`{"text":"a","tags":[${upTo(MIB - 200, '"t",')}"t"]}`),
  },
  {
    name: 'metadata of empty objects',
    path: '/memories',
    body: () => memoryBody(`"metadata":{"a":[${upTo(63_000, '{},')}{}]}`),
  },
  { name: 'metadata of 30 levels', path: '/memories', body: () => memoryBody(`"metadata":${nested(30)}`) },
  { name: 'metadata of 5,000 levels', path: '/memories', body: () => memoryBody(`"metadata":${nested(5_000)}`) },
  {
    name: 'topics of a context',
    path: '/context/build',
    body: () => Buffer.from(`{"currentInput":"a","strategy":{"topics":[${upTo(MIB - 200, '"t",')}"t"]}}`),
  },
  {
    name: 'a batch of 16 MiB of empty items',
    path: '/memories/batch',
    body: () => Buffer.from(`{"memories":[${upTo(16 * MIB - 100, '{},')}{}]}`),
  },
  {
    name: 'a batch of 16 MiB of members that nobody knows',
    path: '/memories/batch',
    body: () => Buffer.from(`{"a":[${upTo(16 * MIB - 100, '{"b":0},')}0],"memories":[]}`),
  },
  {
    name: 'a batch of 16 MiB with one item',
    path: '/memories/batch',
    long: true,
    body: () => Buffer.from(`{"memories":[{"tier":"episodic","content":"${'a'.repeat(16 * MIB - 100)}"}]}`),
  },
  {
    name: 'a batch of 500 items of 400 unknown members',
    path: '/memories/batch',
    long: true,
    body: () => Buffer.from(JSON.stringify({ memories: Array.from({ length: 500 }, () => small('a', members(400))) })),
  },
  {
    name: 'a batch of 500 items that are wrong',
    path: '/memories/batch',
    body: () =>
      Buffer.from(JSON.stringify({ memories: Array.from({ length: 500 }, () => ({ tags: Array(1000).fill(0) })) })),
  },
];

const zipped: (Body & { type?: string })[] = [
  { name: '16 KB of gzip with 8 million zeros', path: '/memories/batch', body: () => zeros(8_000_000) },
  { name: 'gzip of a million brackets', path: '/memories', body: () => Buffer.from(`[${'['.repeat(MIB - 2)}`) },
  { name: 'gzip of 1 MiB of members', path: '/memories', body: () => memoryBody(`${upTo(MIB - 100, '"m":0,')}"n":0`) },
  { name: 'gzip of 16 MiB of white space', path: '/memories/batch', body: () => Buffer.alloc(16 * MIB, ' ') },
  { name: 'gzip of 500 MiB of zeros', path: '/memories/batch', long: true, body: () => Buffer.alloc(500 * MIB) },
  {
    name: 'import: gzip of a million {}',
    path: '/import',
    type: NDJSON,
    body: () => Buffer.from('{}\n'.repeat(1_000_000)),
  },
  {
    name: 'import: gzip of 20 MiB of line ends',
    path: '/import',
    type: NDJSON,
    body: () => Buffer.alloc(20 * MIB, '\n'),
  },
  {
    name: 'import: gzip of one line of 20 MiB',
    path: '/import',
    type: NDJSON,
    body: () => Buffer.alloc(20 * MIB, 'a'),
  },
  {
    name: 'import: gzip of a million brackets in each line',
    path: '/import',
    type: NDJSON,
    body: () => Buffer.from(`${'['.repeat(900_000)}\n`.repeat(20)),
  },
];

const filters: Attack[] = [100, 6_000, 8_900].map((count) => ({
  name: `metadata filter of ${count.toLocaleString('en')} members`,
  long: count === 8_900,
  prepare: ({ api }) => [
    [post(api, '/memories', small('The kettle leaks.'))],
    [post(api, '/memories/query', { text: 'kettle', metadata: members(count, (index) => index.toString(36)) })],
    [post(api, '/memories/delete', { metadata: members(count, (index) => index.toString(36)), dryRun: true })],
  ],
}));

export const memoryLine = (id: string, content: string, more: object = {}) => {
  const time = '2026-01-01T00:00:00.000Z';
  return {
    ...{ kind: 'memory', id, ownerEntityId: null, tier: 'semantic', content, context: null, contextSourceIds: [] },
    ...{ distilledFrom: [], sourceArtifactId: null, sourceEventId: null, importanceScore: 0.5, accessCount: 0 },
    ...{ lastAccessedAt: time, recencyAt: time, occurredAt: time, metadata: {}, tags: [], createdAt: time },
    ...{ updatedAt: time, tierSince: time, archivedAt: null, invalidAt: null, supersededById: null, distilledAt: null },
    ...{ heldUntil: null, version: 1, confidence: null, provenance: null, span: null, history: [], ...more },
  };
};

const HEADER = { kind: 'header', format: 'hippocamp-export-1' };

const imports: Attack[] = [
  {
    name: 'counters at their end, and everything that counts',
    prepare({ api }) {
      const owner = randomUUID();
      const id = randomUUID();
      const end = { version: 2_147_483_647, accessCount: 2_147_483_647, ownerEntityId: owner };
      return [
        [postLines(api, [HEADER, memoryLine(id, 'The kettle leaks.', end), { kind: 'end' }])],
        [post(api, `/memories/${id}/access`, {})],
        [{ ...post(api, `/memories/${id}`, { tier: 'episodic' }), method: 'PATCH' }],
        [post(api, '/memories/delete', { ownerEntityId: owner })],
        [post(api, '/erase', { ownerEntityId: owner })],
      ];
    },
  },
  {
    name: 'a line with 10,000 entries of history',
    prepare({ api }) {
      const entry = { version: 1, change: 'a', at: '2026-01-01T00:00:00.000Z', before: null, after: null };
      const line = memoryLine(randomUUID(), 'The kettle leaks.', { history: Array(10_000).fill(entry) });
      return [[postLines(api, [HEADER, line, { kind: 'end' }])]];
    },
  },
];

const asked: Attack[] = [
  {
    name: 'a session of 4,000 characters',
    prepare: ({ api }) => [[post(api, '/memories', small('a', { metadata: { sessionId: 'x'.repeat(4_000) } }))]],
  },
  {
    name: 'metadata of __proto__ in a list',
    prepare: ({ api }) => [[get(api, '/memories?metadata={%22__proto__%22:1}')]],
  },
  {
    name: 'an address of 12,000 characters',
    prepare: ({ api }) => [[get(api, `/memories?tag=${'a'.repeat(12_000)}`)]],
  },
  {
    name: 'a thousand parameters',
    prepare: ({ api }) => [
      [get(api, `/memories?${Array.from({ length: 1000 }, (_, index) => `p${index}=1`).join('&')}`)],
    ],
  },
  { name: 'one parameter a thousand times', prepare: ({ api }) => [[get(api, `/memories?${'tag=a&'.repeat(1000)}`)]] },
  { name: 'a list far behind', prepare: ({ api }) => [[get(api, '/memories?offset=1000000&limit=100')]] },
  {
    name: 'metadata of a list with 500 members',
    prepare: ({ api }) => [[get(api, `/memories?metadata=${encodeURIComponent(JSON.stringify(members(500)))}`)]],
  },
];

/** Requests of few bytes that cause much work. */
export const smallRequests: Attack[] = [
  ...plain.map(({ name, path, body, long = false }) => ({
    name,
    long,
    prepare: ({ api }: Parameters<Attack['prepare']>[0]) => [[postBytes(api, path, body())]],
  })),
  ...zipped.map(({ name, path, body, type, long = false }) => ({
    name,
    long,
    prepare: ({ api }: Parameters<Attack['prepare']>[0]) => [[postZipped(api, path, body(), type)]],
  })),
  ...filters,
  ...imports,
  ...asked,
];
