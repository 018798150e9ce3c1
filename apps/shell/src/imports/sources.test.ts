import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportLine } from '@hippocamp/shared/schemas/transfer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportOf } from './bring-records.js';
import { readSource, type SourceName } from './sources.js';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const read = (from: SourceName, name: string, owner?: string) => readSource(from, fixture(name), owner);
const contents = (records: readonly Record<string, unknown>[]) => records.flatMap(({ content }) => content ?? []);

describe('an export of ChatGPT', () => {
  it('is read along the branch that is shown, with the times of its messages', async () => {
    const { texts, leftOut } = await read('chatgpt', 'chatgpt');
    expect(texts).toMatchObject([
      {
        title: 'Moving to Tampere',
        startedAt: '2026-03-01T08:00:00.000Z',
        messages: [
          {
            role: 'user',
            content: 'I live in Tampere, and my sister Aino lives in Vaasa.',
            at: '2026-03-01T08:01:01.500Z',
          },
          { role: 'assistant' },
          { role: 'user', content: 'I swim in the lake every Sunday morning.' },
          { role: 'assistant' },
        ],
      },
      { title: 'Allergies', messages: [{ role: 'user' }, { role: 'assistant' }] },
    ]);
    expect(leftOut.map(({ count }) => count)).toEqual([1, 1, 1]);
  });

  it('may be named by its file, and is told from other files', async () => {
    expect((await read('chatgpt', 'chatgpt/conversations.json')).texts).toHaveLength(2);
    expect((await read('chatgpt', 'claude/conversations.json')).leftOut).toEqual([
      { why: 'entries that are no talk of ChatGPT', count: 2 },
    ]);
    await expect(read('chatgpt', 'notes')).rejects.toThrow(/holds no conversations\.json.*Export data/);
    await expect(read('chatgpt', 'memory.jsonl')).rejects.toThrow(/memory\.jsonl is no JSON/);
    await expect(read('chatgpt', 'nowhere')).rejects.toThrow('there is no such file');
  });
});

describe('an export of Claude', () => {
  it('brings talks, and what Claude keeps of them', async () => {
    const { texts, leftOut } = await read('claude', 'claude');
    expect(texts).toMatchObject([
      { kind: 'talk', title: 'Team offsite', messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }] },
      { kind: 'document', content: expect.stringContaining('bakery in Naantali') },
      { kind: 'document', content: 'The web shop is written in Kotlin.' },
    ]);
    expect(leftOut).toContainEqual({ why: 'messages whose files stay behind', count: 1 });
  });
});

describe('memories of mem0', () => {
  it('belong to an entity for each user, or to the owner that is given', async () => {
    const { records, leftOut } = await read('mem0', 'mem0.json');
    const users = records.filter(({ kind }) => kind === 'entity');
    expect(users.map(({ name }) => name)).toEqual(['tuomas', 'liisa']);
    const memories = records.filter(({ kind }) => kind === 'memory');
    expect(memories).toMatchObject([
      { ownerEntityId: users[0]?.id, tags: ['food', 'habits'], createdAt: '2026-01-05T18:00:00.000Z' },
      { ownerEntityId: users[0]?.id, metadata: { sessionId: 'run-7', importedFrom: 'mem0' } },
      { ownerEntityId: users[1]?.id, content: 'Plays the kantele' },
    ]);
    expect(leftOut.map(({ count }) => count)).toEqual([1, 1]);
    const owner = '01a206ba-b668-74ea-a014-51467e92415c';
    const owned = (await read('mem0', 'mem0.json', owner)).records;
    expect(owned.map(({ kind, ownerEntityId }) => `${kind} ${ownerEntityId}`)).toEqual(
      Array.from({ length: 3 }, () => `memory ${owner}`),
    );
    expect(users.map(({ externalId }) => externalId)).toEqual(['tuomas', 'liisa']);
    const [user, ...hers] = (await read('mem0', 'mem0.json', 'alice')).records;
    expect(user).toMatchObject({ kind: 'entity', type: 'user', name: 'alice', externalId: 'alice' });
    expect(hers.map(({ ownerEntityId }) => ownerEntityId)).toEqual(Array.from({ length: 3 }, () => user?.id));
  });
});

describe('a graph of the reference memory server', () => {
  it('becomes entities, relations, and memories that say whom they are about', async () => {
    const { records, leftOut } = await read('mcp-memory', 'memory.jsonl');
    expect(contents(records)).toEqual([
      'Helka Virtanen: Speaks Estonian',
      'Helka Virtanen moved to Kuopio in 2024',
      'Pohja Oy: Makes rowing boats',
    ]);
    const types = records.filter(({ kind }) => kind === 'relation').map(({ type }) => type);
    expect(types).toEqual(['mentions', 'mentions', 'mentions', 'works_at']);
    expect(leftOut.map(({ count }) => count)).toEqual([1, 1]);
  });
});

describe('a folder of markdown', () => {
  it('is read with what front matter and names say', async () => {
    const { texts, leftOut } = await read('markdown', 'notes');
    expect(texts).toMatchObject([
      { title: 'broken', source: 'note', content: 'The allotment is number 17.\n', at: undefined },
      {
        title: 'The house',
        source: 'document',
        at: '2026-02-01T00:00:00.000Z',
        metadata: { file: 'house.md', tags: ['home', 'rules'] },
      },
      {
        title: '2026-04-12',
        source: 'note',
        at: '2026-04-12T00:00:00.000Z',
        metadata: { file: 'trips/2026-04-12.md' },
      },
    ]);
    expect(leftOut).toEqual([{ why: 'files without text', count: 1 }]);
  });
});

it.each([
  ['mem0', 'mem0.json'],
  ['mcp-memory', 'memory.jsonl'],
] as const)('records of %s are lines that the service takes, the same each time', async (from, name) => {
  const { records } = await read(from, name);
  const lines = exportOf(records);
  for (const line of lines) expect(exportLine.safeParse(JSON.parse(line)).error).toBeUndefined();
  expect(exportOf((await read(from, name)).records)).toEqual(lines);
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
});

it.each(Object.getOwnPropertyNames(Object.prototype))(
  'a message of Claude whose sender is %s is left out',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'hippocamp-names-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'conversations.json');
    const messages = ['human', name].map((sender) => ({ sender, text: 'We moved to Turku.' }));
    await writeFile(file, JSON.stringify([{ uuid: 'a', name: 'Talk', chat_messages: messages }]));
    const { texts } = await readSource('claude', file, undefined);
    expect(texts).toMatchObject([{ messages: [{ role: 'user' }] }]);
  },
);
