import { createHippocamp } from '@hippocamp/sdk';
import { describe, expect, it } from 'vitest';
import { together } from './figures.js';
import { measureTalk } from './measure.js';
import type { Talk } from './talks.js';
import { bodiesOf } from './telling.js';

const sentence = (text: string, tells: boolean | null) => ({ text, tells });

/** Three things are told; the service below keeps the first and a laugh. */
const talk: Talk = {
  id: 'the weir',
  sessions: [
    {
      ...{ id: 'monday', at: '2026-01-05T10:00:00.000Z' },
      turns: [
        { id: '1', role: 'user', name: 'Ann', text: 'a heron', sentences: [sentence('a heron', true)] },
        { id: '2', role: 'user', name: 'Ben', text: 'haha', sentences: [sentence('haha', false)] },
        { id: '3', role: 'user', name: 'Ann', text: 'and an otter', sentences: [sentence('and an otter', true)] },
      ],
    },
  ],
  questions: [{ question: 'which birds and beasts?', answer: 'heron, otter', evidence: new Set(['1', '3']) }],
};

interface Given {
  messages?: { content: string }[];
  memories?: { content: string }[];
}

const kept = ({ messages = [] }: Given) => messages.slice(0, 2).map(({ content }) => content);

function createService() {
  const tenants = new Map<string, { id: string; content: string; occurredAt: string }[]>();
  const said: string[] = [];
  const store = (tenant: string, contents: readonly string[]) => {
    const made = contents.map((content) => ({
      id: `${tenant} ${content}`,
      content,
      occurredAt: '2026-01-05T10:00:00Z',
    }));
    tenants.set(tenant, [...(tenants.get(tenant) ?? []), ...made]);
    return made;
  };
  const found = (tenant: string) => tenants.get(tenant) ?? [];
  const answers: Record<string, (tenant: string, given: Given) => unknown> = {
    '/ingest': (tenant, given) => ({
      ...{ success: true, status: 'done', traceId: 'trace' },
      rejectedMemories: ['needs_review', 'duplicate', 'near_duplicate'].map((dedupStatus) => ({ dedupStatus })),
      acceptedMemories: store(tenant, kept(given)).map(({ id, content }, place) => ({
        ...{
          dedupStatus: place === 0 ? 'new' : 'conflict',
          memoryId: id,
          content: content.toUpperCase(),
          sourceSpan: content,
        },
      })),
    }),
    '/memories/batch': (tenant, { memories = [] }) => ({
      results: store(
        tenant,
        memories.map(({ content }) => content),
      ).map((memory, index) => ({ index, status: 201, memory })),
    }),
    '/memories/query': (tenant) => ({ results: found(tenant).map((memory) => ({ memory })) }),
    '/context/build': (tenant) => ({
      messages: [{ content: found(tenant)[0]?.content ?? '' }, { content: 'which birds and beasts? otter' }],
    }),
  };
  const answer: typeof fetch = async (url, init) => {
    const { pathname: path } = new URL(String(url));
    if (path === '/metrics') return new Response('hippocamp_memories_unindexed 0\n');
    said.push(path);
    const tenant = new Headers(init?.headers).get('x-tenant-id') ?? '';
    return Response.json({ data: answers[path]?.(tenant, JSON.parse(String(init?.body)) as Given) });
  };
  return { client: createHippocamp({ baseUrl: 'http://service', fetch: answer }), said };
}

const silent = { say: () => undefined, update: () => undefined };

describe('the whole way of a talk', () => {
  it('is measured through ingest and as it is', async () => {
    const { client, said } = createService();
    const way = await measureTalk(client, talk, silent);
    expect(said).toEqual([
      ...['/ingest', '/memories/batch'],
      ...['/memories/query', '/context/build', '/memories/query', '/context/build'],
    ]);
    expect(way).toMatchObject({ turns: 3, turnCharacters: 23, memories: 2, characters: 11 });
    expect(way).toMatchObject({ reviews: 1, repeats: 1, changes: 1 });
    expect(way).toMatchObject({ evidence: 2, evidenceKept: 1 });
    expect(way.through).toEqual([{ recall: 0.5, words: 0.5, inContext: 0.5 }]);
    expect(way.asTheyAre).toEqual([{ recall: 1, words: 1, inContext: 0.5 }]);
    expect(way.told).toEqual({ placed: 2, nothing: 1, telling: 2, kept: 1 });
  });

  it('counts each question of several talks as much as another', async () => {
    const { client } = createService();
    const way = await measureTalk(client, talk, silent);
    const both = together([way, { ...way, told: null }]);
    expect(both).toMatchObject({ turns: 6, memories: 4, told: way.told });
    expect(both.through).toHaveLength(2);
  });

  it('is sent in parts that one ingest takes, without what is blank', () => {
    const turns = Array.from({ length: 901 }, (_, place) => ({ id: `${place}`, role: 'user' as const, text: 'x' }));
    const long = { id: 'l', role: 'assistant' as const, text: 'y'.repeat(50_000) };
    const bodies = bodiesOf({ id: 's', at: null, turns: [{ id: 'b', role: 'user', text: ' ' }, ...turns, long, long] });
    expect(bodies.map(({ messages }) => messages.length)).toEqual([900, 2, 1]);
    expect(bodies[2]?.messages[0]).toEqual({ role: 'assistant', content: 'y'.repeat(39_000) });
    expect(bodies[0]).not.toHaveProperty('occurredAt');
  });
});
