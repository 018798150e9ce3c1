import { nothingRead } from '@hippocamp/shared/language/reading';
import { Problem } from '@hippocamp/shared/problems';
import type { JsonObject } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { Ids } from '../../ports/ids.js';
import type { NewMemory, Records } from '../../ports/records.js';
import { minutesAfter, NOON, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { createAgeingRules } from '../ageing/rules.js';
import type { FactReader } from '../facts/facts.js';
import { createRunOnce } from '../idempotency/run-once.js';
import type { Indexing } from '../indexing/index-memories.js';
import { defaultPolicies } from '../policies.js';
import { createBatchCreation } from './create-batch.js';

const caller = { tenant: tenantNamed('acme'), scopes: new Set<never>(), requestId: 'r' };
const keyed = { ...caller, idempotency: { key: 'key', fingerprint: 'same' } };
const away = () => new Problem('dependency-unavailable', 'The records are away.', { retryAfter: 1 });

/** Records that keep rows and one key, and go away before the transaction number `fatal`, or the look `blind`. */
const stage = () => {
  const rows: NewMemory[] = [];
  const stored: number[] = [];
  const state = {
    ...{ fatal: Number.POSITIVE_INFINITY, transactions: 0, blind: Number.POSITIVE_INFINITY, looks: 0, now: NOON },
    before: (_transaction: number): void => undefined,
    after: (_transaction: number): void => undefined,
  };
  let kept: { result: JsonObject | null; lockedUntil: Date | null; mentions: readonly string[] } | null = null;
  const isForgotten = () => kept?.result && kept.result.answer === undefined;
  const idempotency = {
    claim: async () => (kept ? { ...kept, fingerprint: 'same' } : null),
    resume: async (_key: string, { at }: { at: Date }) =>
      kept?.lockedUntil && kept.lockedUntil <= at ? kept.result : null,
    store: async (_key: string, answer: NonNullable<typeof kept> & { result: JsonObject }) => {
      if (isForgotten()) return;
      kept = answer;
      stored.push(JSON.stringify(answer.result).length);
    },
  };
  const memories = {
    store: async (given: NewMemory[]) => void rows.push(...given),
    living: async (ids: readonly string[]) => {
      state.looks += 1;
      if (state.looks === state.blind) throw away();
      return ids.filter((id) => rows.some((row) => row.id === id));
    },
  };
  /** As a deletion does, which forgets the answers that mention the memory. */
  const remove = (place: number) => {
    const [row] = rows.splice(place, 1);
    if (row && kept?.mentions.includes(row.id)) kept = { result: {}, lockedUntil: null, mentions: [] };
    return row;
  };
  const own = {
    idempotency,
    memories,
    async transaction<Result>(work: (repositories: unknown) => Promise<Result>) {
      state.transactions += 1;
      state.before(state.transactions);
      if (state.transactions === state.fatal) throw away();
      const result = await work({ idempotency, memories });
      state.after(state.transactions);
      return result;
    },
  };
  const ids: Ids = sequentialIds();
  const clock = { now: () => state.now };
  const create = createBatchCreation({
    records: { forTenant: () => own } as unknown as Records,
    facts: {
      readToKeep: async (_tenant: unknown, contents: string[]) => contents.map(() => ({ ...nothingRead, by: 'test' })),
    } as unknown as FactReader,
    indexing: {
      syncNow: async () => true,
      vectorsFollow: () => true,
      embeddingIdOf: (_tenant: unknown, id: string) => `of ${id}`,
    } as unknown as Indexing,
    runOnce: createRunOnce({ clock, retention: 60_000 }),
    ageing: createAgeingRules(defaultPolicies),
    clock,
    ids,
    owners: { settle: async (_tenant, requests) => [...requests] },
  });
  return { create, rows, state, stored, remove, kept: () => JSON.stringify(kept) };
};

/** Three parts of at most a hundred, one of them with an invalid item. */
const items = Array.from({ length: 250 }, (_, index) =>
  index === 120 ? { tier: 'never' } : { tier: 'episodic', content: `canary ${index}` },
);

describe('a batch', () => {
  it('is stored in parts, each item with its own answer', async () => {
    const { create, rows, state } = stage();
    const { result } = await create(caller, items);
    expect(state.transactions).toBe(3);
    expect(result.results.map(({ index }) => index)).toEqual(items.map((_, index) => index));
    expect(result.results.filter(({ status }) => status !== 201).map(({ index }) => index)).toEqual([120]);
    expect(rows.map(({ content }) => content)).toEqual(items.flatMap(({ content }) => content ?? []));
    expect(result.results[0]?.memory?.embeddingId).toBe(`of ${rows[0]?.id}`);
    expect(result.waiting).toEqual({ words: 0, vectors: 249 });
  });

  it('keeps its word where the records go away: refused whole before the first part, then told item by item', async () => {
    const first = stage();
    first.state.fatal = 1;
    await expect(first.create(caller, items)).rejects.toThrow('away');
    expect(first.rows).toEqual([]);
    const { create, rows, state } = stage();
    state.fatal = 2;
    const { results } = (await create(caller, items)).result;
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 100 }, () => 201),
      ...Array.from({ length: 150 }, (_, index) => (index === 20 ? 400 : 503)),
    ]);
    expect(rows).toHaveLength(100);
  });

  it('tells item by item what it stored, where the records go away as it looks for what was deleted since', async () => {
    const { create, rows, state } = stage();
    state.blind = 1;
    const { results } = (await create(caller, items)).result;
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 100 }, () => 201),
      ...Array.from({ length: 150 }, (_, index) => (index === 20 ? 400 : 503)),
    ]);
    expect(rows).toHaveLength(100);
    const last = stage();
    last.state.blind = 3;
    const whole = (await last.create(caller, items)).result;
    expect(whole.results.filter(({ status }) => status === 201)).toHaveLength(249);
  });

  it('goes on with its key from where it was cut short, stores nothing twice, and keeps no text with the key', async () => {
    const { create, rows, state, kept } = stage();
    // The first transaction claims the key.
    state.fatal = 3;
    await expect(create(keyed, items)).rejects.toThrow('away');
    expect(rows).toHaveLength(100);
    await expect(create(keyed, items)).rejects.toThrow('still running');
    state.now = minutesAfter(1);
    const { result, replayed } = await create(keyed, items);
    expect(replayed).toBe(false);
    expect(rows.map(({ content }) => content)).toEqual(items.flatMap(({ content }) => content ?? []));
    expect(result.results.flatMap(({ memory }) => memory?.id ?? [])).toEqual(rows.map(({ id }) => id));
    expect(rows[100]?.contextSourceIds).toEqual([rows[99]?.id]);
    expect(kept()).not.toContain('canary');
    const again = await create(keyed, items);
    expect(again.replayed).toBe(true);
    expect(JSON.stringify(again.result)).toBe(JSON.stringify(result));
  });

  it('that was cut short stores the rest though a memory of it was deleted since, which it tells', async () => {
    const { create, rows, state, remove, kept } = stage();
    state.fatal = 3;
    await expect(create(keyed, items)).rejects.toThrow('away');
    const deleted = remove(99);
    expect(deleted?.content).toBe('canary 99');
    state.now = minutesAfter(1);
    const { result } = await create(keyed, items);
    expect(rows.map(({ content }) => content)).toEqual(
      items.flatMap(({ content }) => (content === 'canary 99' ? [] : (content ?? []))),
    );
    expect(result.results.map(({ index }) => index)).toEqual(items.map((_, index) => index));
    expect(result.results[99]).toMatchObject({ status: 404, problem: { status: 404 } });
    expect(result.results[99]?.memory).toBeUndefined();
    // The next item would hold its words.
    expect(rows[99]).toMatchObject({ content: 'canary 100', context: null, contextSourceIds: [] });
    expect(rows[100]).toMatchObject({ context: 'canary 100' });
    const again = await create(keyed, items);
    expect([again.replayed, JSON.stringify(again.result)]).toEqual([true, JSON.stringify(result)]);
    remove(0);
    await expect(create(keyed, items)).rejects.toThrow('deleted since');
    expect(kept().includes('canary')).toBe(false);
  });

  it('tells what was deleted while it was stored', async () => {
    const { create, rows, state, remove } = stage();
    state.before = (transaction) => {
      if (transaction === 3) remove(0);
    };
    const { result } = await create(keyed, items);
    expect(rows).toHaveLength(248);
    expect(result.results.map(({ status }) => status).filter((status) => status !== 201)).toEqual([404, 400]);
  });

  it('tells what was deleted once its last part was stored', async () => {
    const { create, state, remove } = stage();
    state.after = (transaction) => {
      if (transaction === 3) remove(248);
    };
    const { result } = await create(caller, items);
    expect(result.results.map(({ status }) => status).filter((status) => status !== 201)).toEqual([400, 404]);
    expect(result.waiting).toEqual({ words: 0, vectors: 248 });
  });

  it('keeps nothing of a speaker with its key', async () => {
    const { create, state, kept } = stage();
    state.fatal = 3;
    const told = items.map((item) => ({ ...item, speaker: 'Quartzina' }));
    await expect(create(keyed, told)).rejects.toThrow('away');
    expect(kept().includes('Quartzina')).toBe(false);
    state.now = minutesAfter(1);
    expect((await create(keyed, told)).result.results[0]?.memory?.speaker).toBe('Quartzina');
  });

  it('keeps with its key, part by part, no more of what does not fit than where it stands', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, member) => [`${'long'.repeat(50)}${member}`, 1]));
    // Those that do not fit come first, so that each part is kept with all of them.
    const given = [
      ...Array.from({ length: 300 }, () => ({ tier: 'never', ...unknown })),
      ...Array.from({ length: 80 }, () => ({ content: 'x'.repeat(50_000), tier: 'episodic' })),
    ];
    const { create, state, stored } = stage();
    const whole = await create(keyed, given);
    expect(state.transactions).toBeGreaterThan(20);
    const last = stored.at(-1) ?? 0;
    expect(last).toBeGreaterThan(1_000_000);
    expect(Math.max(...stored.slice(0, -1))).toBeLessThan(last / 5);
    const errorsOf = ({ result }: typeof whole) => result.results.map(({ problem }) => problem);
    expect(errorsOf(whole)[0]?.errors).toHaveLength(21);
    expect(errorsOf(await create(keyed, given))).toEqual(errorsOf(whole));
    const { create: again, state: cut } = stage();
    cut.fatal = 10;
    await expect(again(keyed, given)).rejects.toThrow('away');
    cut.now = minutesAfter(1);
    expect(errorsOf(await again(keyed, given))).toEqual(errorsOf(whole));
  });
});
