import { nothingRead } from '@hippocamp/shared/language/reading';
import { termId, terms } from '@hippocamp/shared/text/terms';
import { BY_CHANCE, chosenWords, fullestBucketOf } from '@hippocamp/shared/text/testing/chosen';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgeingMemory, TenantRecords } from '../../ports/records.js';
import { minutesAfter, NOON, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { createAgeingRules } from '../ageing/rules.js';
import { defaultPolicies as policies } from '../policies.js';
import { type Distillable, groupRelated, MOST_WORDS, type PlanDependencies, planRun } from './plan.js';

const ids = (words: readonly string[]) => [...new Set(words.map(termId))].sort((first, second) => first - second);

const distillable = (text: string, given: Partial<Distillable> = {}): Distillable => ({
  id: text,
  ownerEntityId: null,
  actorId: null,
  importance: 0.5,
  words: ids(terms(text)),
  names: ids((text.match(/\b[A-Z][a-z]+\b/g) ?? []).flatMap(terms)),
  ...given,
});

const grouped = async (memories: readonly Distillable[]) =>
  (await groupRelated(memories, 0.8)).map((group) => group.map(({ id }) => id));

describe('grouping', () => {
  it('puts together what shares a name or most words, and nothing else', async () => {
    const ann = ['saw Ann at the harbour museum', 'met Ann in the museum cafe'];
    const kettle = ['the old kettle leaks water', 'the kettle leaks hot water'];
    const others = ['a storm is coming tonight', 'Ben planted three apple trees'];
    const texts = [ann[0], kettle[0], others[0], ann[1], kettle[1], others[1]] as string[];
    expect(await grouped(texts.map((text) => distillable(text)))).toEqual([ann, kettle]);
  });

  it('keeps owners and actors apart', async () => {
    const text = 'saw Ann at the harbour museum';
    const owners = ['a', 'b', null].map((ownerEntityId, at) => distillable(text, { id: `o${at}`, ownerEntityId }));
    const actors = ['x', 'y'].map((actorId) => distillable(text, { id: actorId, actorId }));
    expect(await grouped([...owners, ...actors])).toEqual([]);
  });

  it('makes a group of one of what is important', async () => {
    const alone = distillable('allergic to wasps', { importance: 0.8 });
    expect(await grouped([alone, distillable('a storm is coming', { importance: 0.79 })])).toEqual([[alone.id]]);
  });

  it('gives each memory at most one group, of at most 20, the same each time', async () => {
    const word = fc.constantFrom('Ann', 'Ben', 'boat', 'harbour', 'storm', 'kettle', 'museum', 'lamp');
    const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 80 }), async (texts) => {
        const memories = texts.map((each, at) => distillable(each, { id: String(at) }));
        const groups = await grouped(memories);
        const members = groups.flat();
        expect(new Set(members).size).toBe(members.length);
        for (const group of groups) {
          expect(group.length).toBeGreaterThan(1);
          expect(group.length).toBeLessThanOrEqual(20);
        }
        expect(await grouped(memories)).toEqual(groups);
      }),
      { seed: 20_261_129 },
    );
  });
});

describe('planning', () => {
  const DAY = 24 * 60;
  const old = minutesAfter(-400 * DAY);
  const series = sequentialIds();
  const aged = (): AgeingMemory & { content: string } => ({
    ...{ id: series.next(), ownerEntityId: null, actorId: null, speaker: null, tier: 'episodic', importanceScore: 0.5 },
    ...{ createdAt: old, lastAccessedAt: old, tierSince: old, dueAt: old, version: 1, accessCount: 0 },
    ...{ archivedAt: null, invalidAt: null, distilledAt: null, heldUntil: null, content: 'read elsewhere' },
  });

  /** What is planned of so many memories, and how many pages were read until then, with the words that each has. */
  const planOf = async (count: number, wordsOf: (at: number) => string[]) => {
    const memories = Array.from({ length: count }, aged);
    const places = new Map(memories.map(({ id }, at) => [id, at]));
    let pages = 0;
    const planned: { place: number; pages: number; groupId: string | null }[] = [];
    const records = {
      lifecycle: {
        async scan(after: string | null, limit: number) {
          const from = after === null ? 0 : (places.get(after) ?? 0) + 1;
          pages += 1;
          return memories.slice(from, from + limit);
        },
        clearPlan: async () => undefined,
        postpone: async () => undefined,
        update: async () => undefined,
        async plan(_run: string, actions: { memoryId: string; groupId: string | null }[]) {
          for (const { memoryId, groupId } of actions)
            planned.push({ place: places.get(memoryId) ?? -1, pages, groupId });
        },
      },
      memories: { count: async () => count, readings: async () => new Map() },
    } as unknown as TenantRecords;
    let read = 0;
    const facts = {
      kept: () => new Map(),
      readToKeep: async (_tenant: string, texts: readonly string[]) =>
        texts.map(() => ({ ...nothingRead, stems: wordsOf(read++) })),
    } as unknown as PlanDependencies['facts'];
    const run = {
      ...{ id: series.next(), triggeredBy: 'test', dryRun: true, state: 'planning' as const, memories: 0 },
      ...{ summary: null, errors: [], createdAt: NOON, completedAt: null, undoneAt: null },
    };
    await planRun(records, run, {
      ...{ tenant: tenantNamed('acme'), facts, ageing: createAgeingRules(policies), ids: series, policies },
      stillOurs: async () => undefined,
    });
    return planned;
  };

  const [WORDS, PAGE] = [1000, 250];
  const manyWords = (about: number) => Array.from({ length: WORDS }, (_, at) => `w${about}.${at}`);
  const pagesFor = (words: number) => Math.ceil(MOST_WORDS / (words * PAGE)) + 1;
  const pagesUntilFirst = (planned: Awaited<ReturnType<typeof planOf>>) =>
    planned.find(({ place }) => place === 0)?.pages;

  it('does not hold the words of all memories at once, and groups each of them all the same', async () => {
    const planned = await planOf(12 * PAGE, (at) => manyWords(Math.floor(at / 2)));
    expect(planned.filter(({ groupId }) => groupId !== null)).toHaveLength(12 * PAGE);
    expect(pagesUntilFirst(planned)).toBeLessThanOrEqual(pagesFor(WORDS));
  });

  it('keeps together what is related on both sides of the place where the words are too many', async () => {
    // Of families of three some are cut by the end of every page but each third.
    const planned = await planOf(12 * PAGE, (at) => manyWords(Math.floor(at / 3)));
    expect(planned).toHaveLength(12 * PAGE);
    const families = new Map<string | null, number[]>();
    for (const { groupId, place } of planned) families.set(groupId, [...(families.get(groupId) ?? []), place]);
    for (const places of families.values()) {
      const [first = 0] = places;
      expect(places).toEqual([first, first + 1, first + 2]);
    }
  });

  it('spreads words over all buckets of a map that were chosen for one', async () => {
    const words = chosenWords(2000);
    expect(await fullestBucketOf(() => planOf(3, () => words))).toBeLessThan(BY_CHANCE);
  });

  it('does not hold all memories without words either', async () => {
    const planned = await planOf(30_000, () => []);
    expect(planned).toHaveLength(30_000);
    expect(new Set(planned.map(({ groupId }) => groupId))).toEqual(new Set([null]));
    expect(pagesUntilFirst(planned)).toBeLessThan(30_000 / PAGE);
  });
});
