import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHippocamp, type Hippocamp, IdempotencyKeyReused, NotFound, PreconditionFailed } from '@hippocamp/sdk';
import { beforeEach, describe, expect, inject, it } from 'vitest';

let memory: Hippocamp;
beforeEach(() => {
  memory = createHippocamp({ baseUrl: inject('gatewayUrl'), tenant: `t-${randomUUID()}` });
});

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};

describe('the client', () => {
  it('creates, reads, changes, counts and deletes memories', async () => {
    const content = 'The kettle is blue.';
    const kettle = await memory.memories.create({ tier: 'semantic', content, tags: ['kitchen'] });
    expect(await memory.memories.get(kettle.id)).toMatchObject({ id: kettle.id, content, tags: ['kitchen'] });
    const red = await memory.memories.update(kettle.id, { content: 'It is red.' }, { ifMatch: kettle.version });
    expect(red.version).toBe(2);
    const stale = memory.memories.update(kettle.id, { content }, { ifMatch: kettle.version });
    await expect(stale).rejects.toBeInstanceOf(PreconditionFailed);
    expect((await memory.memories.access(kettle.id)).accessCount).toBe(1);
    expect((await memory.memories.history(kettle.id)).history).toHaveLength(2);
    expect((await memory.memories.stats({ days: 1 })).byTier.semantic).toBe(1);
    expect(await memory.memories.deleteWhere({ tags: ['kitchen'], dryRun: true })).toMatchObject({ count: 1 });
    expect(await memory.memories.delete(kettle.id)).toEqual({ deleted: true });
    await expect(memory.memories.get(kettle.id)).rejects.toBeInstanceOf(NotFound);
  });

  it('iterates over a list that is longer than a page', async () => {
    const memories = Array.from({ length: 7 }, (_, at) => ({ tier: 'episodic' as const, content: `Note ${at}.` }));
    const { results } = await memory.memories.createMany({ memories });
    expect(results.map(({ status }) => status)).toEqual(memories.map(() => 201));
    const found = await all(memory.memories.iterate({ limit: 3, sortOrder: 'asc' }));
    expect(found.map(({ content }) => content).sort()).toEqual(memories.map(({ content }) => content));
  });

  it('ingests, finds, builds a context and checks a claim', async () => {
    const told = await memory.ingestAndWait({ content: 'Ann lives in Turku.', source: 'chat' });
    expect(told).toMatchObject({ status: 'done', summary: { accepted: 1 } });
    expect((await all(memory.ingests.iterate())).map(({ traceId }) => traceId)).toEqual([told.traceId]);
    const { results } = await memory.memories.query({ text: 'Where does Ann live?', k: 1 });
    expect(results[0]?.memory.content).toBe('Ann lives in Turku.');
    const { messages } = await memory.context.build({ currentInput: 'Where does Ann live?' });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'system', 'user']);
    expect((await memory.validate({ claim: 'Ann lives in Turku.' })).verdict).toBe('supported');
  });

  it('keeps entities, events and relations', async () => {
    const [ann, ben] = await Promise.all(['Ann', 'Ben'].map((name) => memory.entities.create({ type: 'user', name })));
    if (!ann || !ben) throw new Error('they were not created');
    const edge = { type: 'knows', fromType: 'entity', fromId: ann.id, toType: 'entity', toId: ben.id } as const;
    await memory.relations.create(edge);
    await memory.events.create({ eventType: 'met', actorEntityId: ann.id });
    const { nodes } = await memory.relations.traverse({ startType: 'entity', startId: ann.id, depth: 1 });
    expect(nodes.map(({ label }) => label)).toEqual(['Ann', 'Ben']);
    expect((await memory.events.timeline({ days: 1 })).timeline.at(-1)?.count).toBe(1);
    expect(await all(memory.entities.iterate({ name: 'Ben' }))).toEqual([ben]);
    expect(await memory.entities.delete(ben.id)).toEqual({ deleted: true });
    expect(await all(memory.relations.iterate())).toEqual([]);
  });

  it('runs the lifecycle and waits for what it did', async () => {
    await memory.memories.create({ tier: 'short_term', content: 'The bus is late.' });
    const dry = await memory.lifecycle.runAndWait({ dryRun: true });
    expect(dry).toMatchObject({ status: 'done', dryRun: true, summary: { unchanged: 1 } });
    expect(await all(memory.lifecycle.details(dry.runId))).toEqual([]);
    await memory.lifecycle.run({});
    expect(await all(memory.lifecycle.iterate())).toHaveLength(1);
  });

  it('exports a tenant, and another takes it', async () => {
    const contents = Array.from({ length: 30 }, (_, at) => `Zoë has note ${at}.`);
    await memory.memories.createMany({ memories: contents.map((content) => ({ tier: 'semantic', content })) });
    const copy = memory.forTenant(`t-${randomUUID()}`);
    const answer = await copy.tenant.import(memory.tenant.export());
    expect(answer).toMatchObject({ lines: 32, imported: { memory: 30 }, problemsTotal: 0, complete: true });
    expect((await all(copy.memories.iterate())).map(({ content }) => content).sort()).toEqual(contents.sort());
    const again = await copy.tenant.import(await all(memory.tenant.export()));
    expect(again).toMatchObject({ imported: { memory: 0 }, skipped: { memory: 30 } });
    const { tenant } = copy;
    const [first] = (await copy.memories.list({ limit: 1 })).memories;
    expect(await tenant.delete({ 'x-confirm-tenant': first?.tenantId ?? '' })).toMatchObject({ deleted: true });
  });

  it('repeats a request with a key of the caller, and is told when that is another request', async () => {
    const idempotencyKey = randomUUID();
    const tea = { tier: 'semantic', content: 'Ann drinks tea.' } as const;
    const replayed: boolean[] = [];
    const options = { idempotencyKey, onAnswer: (head: { replayed: boolean }) => replayed.push(head.replayed) };
    const first = await memory.memories.create(tea, options);
    expect(await memory.memories.create(tea, options)).toEqual(first);
    expect(replayed).toEqual([false, true]);
    const other = memory.memories.create({ ...tea, content: 'Ann drinks milk.' }, options);
    await expect(other).rejects.toBeInstanceOf(IdempotencyKeyReused);
  });

  it('asks for the health of the service without a tenant', async () => {
    const { system } = createHippocamp({ baseUrl: `${inject('gatewayUrl')}/` });
    expect(await system.live()).toEqual({ status: 'live' });
    expect((await system.ready()).status).toBe('ready');
    expect(await system.metrics()).toContain('hippocamp_');
    expect(await system.problem('not-found')).toContain('There is no such thing');
  });
});

const sdk = fileURLToPath(new URL('../../sdk/', import.meta.url));

describe('the example of the client', () => {
  it('the chat agent remembers, also when it is started again', () => {
    const program = join(sdk, 'examples/chat-agent.mjs');
    const given = ['--url', inject('gatewayUrl'), '--tenant', `t-${randomUUID()}`, '--user', 'Ann'];
    const talk = (...lines: string[]) =>
      execFileSync(process.execPath, [program, ...given], { input: lines.join('\n'), encoding: 'utf8' });
    expect(talk('I live in Turku.', 'Where do I live?')).toContain('Ann lives in Turku.');
    expect(talk('Where do I live?')).toContain('Ann lives in Turku.');
  });
});
