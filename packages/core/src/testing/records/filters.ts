import type { Tier } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { MemoryChanges, MemoryFilter, MemoryRepository, NewMemory } from '../../ports/records.js';
import { filterOf, minutesAfter, NOON } from '../builders.js';
import { insertEach, type Stage, sorted } from './stage.js';

interface Case {
  about: string;
  filter: Partial<MemoryFilter>;
  /** By name: those that pass, and those that do not. */
  passing: Record<string, Partial<NewMemory> & { later?: MemoryChanges }>;
  failing: Record<string, Partial<NewMemory> & { later?: MemoryChanges }>;
}

const owner = '01950000-0000-7000-8000-0000000000aa';
const other = '01950000-0000-7000-8000-0000000000bb';
const at = minutesAfter(-60);
const justBefore = new Date(at.getTime() - 1);
const justAfter = new Date(at.getTime() + 1);
const shortTerm: Tier = 'short_term';

/** With signs that SQL and JSON escape. */
const many = (about: string) =>
  Array.from({ length: 64 }, (_, index) => `${index % 2 ? '' : '"\\\'{ü'}${about} ${index}`);

const cases: Case[] = [
  {
    about: 'the owner',
    filter: { ownerEntityId: owner },
    passing: { own: { ownerEntityId: owner } },
    failing: { other: { ownerEntityId: other }, none: { ownerEntityId: null } },
  },
  {
    about: 'having no owner',
    filter: { ownerEntityId: null },
    passing: { none: { ownerEntityId: null } },
    failing: { owned: { ownerEntityId: owner } },
  },
  {
    about: 'several owners',
    filter: { owners: [owner, null] },
    passing: { own: { ownerEntityId: owner }, none: { ownerEntityId: null } },
    failing: { other: { ownerEntityId: other } },
  },
  {
    about: 'several owners, not those without one',
    filter: { owners: [owner] },
    passing: { own: { ownerEntityId: owner } },
    failing: { other: { ownerEntityId: other }, none: { ownerEntityId: null } },
  },
  {
    about: 'tiers',
    filter: { tiers: ['semantic', 'short_term'] },
    passing: { semantic: { tier: 'semantic' }, short: { tier: 'short_term' } },
    failing: { episodic: { tier: 'episodic' } },
  },
  {
    about: 'any of the tags',
    filter: { tags: ['a', 'it\'s "b", {c}'] },
    passing: { a: { tags: ['a', 'z'] }, both: { tags: ['a', 'it\'s "b", {c}'] }, hard: { tags: ['it\'s "b", {c}'] } },
    failing: { none: { tags: [] }, upper: { tags: ['A'] }, part: { tags: ['ab'] } },
  },
  {
    about: 'all of the tags',
    filter: { tagsAll: ['a', 'b'] },
    passing: { exact: { tags: ['b', 'a'] }, more: { tags: ['c', 'b', 'a'] } },
    failing: { one: { tags: ['a'] }, none: { tags: [] } },
  },
  {
    about: 'tags of both kinds together',
    filter: { tags: ['x', 'y'], tagsAll: ['a'] },
    passing: { both: { tags: ['a', 'y'] } },
    failing: { any: { tags: ['x'] }, all: { tags: ['a'] } },
  },
  {
    about: 'any of as many tags as a memory may have',
    filter: { tags: many('sought') },
    passing: { one: { tags: [...many('other').slice(1), 'sought 63'] }, all: { tags: many('sought') } },
    failing: { others: { tags: many('other') }, upper: { tags: many('SOUGHT') }, none: { tags: [] } },
  },
  {
    about: 'all of as many tags as a memory may have',
    filter: { tagsAll: many('sought') },
    passing: { all: { tags: many('sought').toReversed() } },
    failing: { one: { tags: [...many('sought').slice(1), 'other'] }, none: { tags: [] } },
  },
  {
    about: 'the artifact',
    filter: { sourceArtifactId: owner },
    passing: { own: { sourceArtifactId: owner } },
    failing: { other: { sourceArtifactId: other }, none: {} },
  },
  {
    about: 'the session',
    filter: { sessionId: 's 1' },
    passing: { same: { metadata: { sessionId: 's 1', more: 1 } } },
    failing: {
      other: { metadata: { sessionId: 's 2' } },
      none: {},
      nested: { metadata: { in: { sessionId: 's 1' } } },
    },
  },
  {
    about: 'text in metadata, whatever characters the key and the value have',
    filter: { metadata: { 'k\'%"': "v'; --" } },
    passing: { same: { metadata: { 'k\'%"': "v'; --", more: [1] } } },
    failing: { other: { metadata: { 'k\'%"': 'v' } }, none: {} },
  },
  {
    about: 'numbers, booleans and null in metadata, each by its type',
    filter: { metadata: { n: 1, b: false, z: null } },
    passing: { same: { metadata: { n: 1.0, b: false, z: null } } },
    failing: {
      text: { metadata: { n: '1', b: false, z: null } },
      missing: { metadata: { n: 1, b: false } },
      truthy: { metadata: { n: 1, b: true, z: null } },
    },
  },
  {
    about: 'whole objects and lists in metadata, not parts of them',
    filter: { metadata: { o: { a: 1, b: [1, 2] } } },
    passing: { same: { metadata: { o: { b: [1, 2], a: 1 } } } },
    failing: {
      more: { metadata: { o: { a: 1, b: [1, 2], c: 3 } } },
      order: { metadata: { o: { a: 1, b: [2, 1] } } },
      less: { metadata: { o: { a: 1 } } },
    },
  },
  {
    about: 'no metadata at all',
    filter: { metadata: {} },
    passing: { some: { metadata: { a: 1 } }, none: {} },
    failing: {},
  },
  {
    about: 'the time of creation, from (inclusive)',
    filter: { createdAfter: at },
    passing: { at: { createdAt: at }, after: { createdAt: justAfter } },
    failing: { before: { createdAt: justBefore } },
  },
  {
    about: 'the time of creation, until (exclusive)',
    filter: { createdBefore: at },
    passing: { before: { createdAt: justBefore } },
    failing: { at: { createdAt: at }, after: { createdAt: justAfter } },
  },
  {
    about: 'what is archived or superseded, by default',
    filter: {},
    passing: { live: {} },
    failing: {
      archived: { later: { archivedAt: NOON } },
      superseded: { later: { invalidAt: NOON, supersededById: other } },
    },
  },
  {
    about: 'what is superseded, where archived ones are asked for',
    filter: { includeArchived: true },
    passing: { live: {}, archived: { later: { archivedAt: NOON } } },
    failing: { superseded: { later: { invalidAt: NOON } }, both: { later: { invalidAt: NOON, archivedAt: NOON } } },
  },
  {
    about: 'what is archived, where superseded ones are asked for',
    filter: { includeSuperseded: true },
    passing: { live: {}, superseded: { later: { invalidAt: NOON } } },
    failing: { archived: { later: { archivedAt: NOON } }, both: { later: { invalidAt: NOON, archivedAt: NOON } } },
  },
  {
    about: 'the facts of a time',
    filter: { asOf: at },
    passing: {
      happened: { occurredAt: at },
      untilLater: { occurredAt: justBefore, later: { invalidAt: justAfter } },
    },
    failing: {
      tooYoung: { occurredAt: justAfter },
      untilThen: { occurredAt: justBefore, later: { invalidAt: at } },
      archived: { occurredAt: at, later: { archivedAt: NOON } },
    },
  },
  {
    about: 'the facts of a time, whatever else of the superseded is asked for',
    filter: { asOf: at, includeSuperseded: true },
    passing: { happened: { occurredAt: at } },
    failing: { untilThen: { occurredAt: justBefore, later: { invalidAt: at } }, tooYoung: { occurredAt: justAfter } },
  },
  {
    about: 'short_term memories that only wait for their removal',
    filter: { expiredShortTerm: { createdUntil: at, accessBelow: 3 } },
    passing: {
      young: { tier: shortTerm, createdAt: justAfter },
      used: { tier: shortTerm, createdAt: at, accessCount: 3 },
      episodic: { tier: 'episodic', createdAt: at },
    },
    failing: {
      at: { tier: shortTerm, createdAt: at, accessCount: 2 },
      before: { tier: shortTerm, createdAt: justBefore },
      assistants: { tier: shortTerm, createdAt: at, accessCount: 3, speaker: 'assistant' },
    },
  },
  {
    about: 'what the assistant said',
    filter: { exceptAssistants: true },
    passing: { owners: { speaker: null }, named: { speaker: 'Assistant' }, others: { speaker: 'Mara' } },
    failing: { assistants: { speaker: 'assistant' } },
  },
  {
    about: 'everything at once',
    filter: { ownerEntityId: owner, tiers: ['episodic'], tags: ['a'], sessionId: 's', createdAfter: at },
    passing: { all: { ownerEntityId: owner, tags: ['a'], metadata: { sessionId: 's' }, createdAt: at } },
    failing: {
      owner: { tags: ['a'], metadata: { sessionId: 's' }, createdAt: at },
      tier: { ownerEntityId: owner, tier: 'semantic', tags: ['a'], metadata: { sessionId: 's' }, createdAt: at },
      tags: { ownerEntityId: owner, metadata: { sessionId: 's' }, createdAt: at },
      session: { ownerEntityId: owner, tags: ['a'], createdAt: at },
      time: { ownerEntityId: owner, tags: ['a'], metadata: { sessionId: 's' }, createdAt: justBefore },
    },
  },
];

/** The ids that each reading method lets through. */
export async function idsByMethod(
  memories: MemoryRepository,
  all: readonly string[],
  filter: MemoryFilter,
): Promise<Record<string, string[]>> {
  const page = await memories.page({ filter, sortBy: 'createdAt', sortOrder: 'desc', limit: 1000, offset: 0 });
  const lists = await memories.lists(filter, 1000, 1000);
  const idsOf = (rows: readonly { id: string }[]) => sorted(rows.map(({ id }) => id));
  return {
    matching: sorted(await memories.matching(filter)),
    page: idsOf(page.memories),
    getMany: idsOf(await memories.getMany(all, filter)),
    facts: idsOf(await memories.facts(all, filter)),
    recency: idsOf(lists.recency.flatMap(({ entries }) => entries)),
    importance: idsOf(lists.importance),
    unindexed: idsOf(lists.unindexed),
  };
}

async function insertNamed(stage: Stage, memories: MemoryRepository, rows: Case['passing']): Promise<string[]> {
  const given = Object.values(rows);
  const ids = await insertEach(
    stage,
    memories,
    given.map(({ later: _later, ...members }) => members),
  );
  for (const [index, { later }] of given.entries()) if (later) await memories.update(ids[index] ?? '', later, NOON);
  return ids;
}

export function filtersSuite(stage: Stage): void {
  describe('the exact filter goes by', () => {
    it.each(cases)('$about', async ({ filter, passing, failing }) => {
      const { memories } = stage.tenant().own;
      const expected = sorted(await insertNamed(stage, memories, passing));
      const rejected = await insertNamed(stage, memories, failing);
      const found = await idsByMethod(memories, [...expected, ...rejected], filterOf(filter));
      for (const [method, ids] of Object.entries(found)) expect(ids, method).toEqual(expected);
      expect(await memories.count(filterOf(filter))).toBe(expected.length);
    });

    it('part by part: the latest ids first, to the end', async () => {
      const { memories } = stage.tenant().own;
      const other = await insertEach(stage, memories, [{ tags: ['other'] }]);
      const ids = await insertEach(stage, memories, [{}, {}, { tags: ['other'] }, {}, {}]);
      const filter = filterOf({ tags: ['other'] });
      expect(await memories.matching(filter)).toEqual([ids[2], ...other]);
      const first = await memories.matching(filterOf(), { before: null, limit: 4 });
      expect(first).toEqual(ids.toReversed().slice(0, 4));
      const rest = await memories.matching(filterOf(), { before: first[3] ?? null, limit: 4 });
      expect(rest).toEqual([ids[0], ...other]);
    });

    it('what is buried, whatever is included', async () => {
      const { memories } = stage.tenant().own;
      const ids = await insertEach(stage, memories, [{}, {}]);
      await memories.bury(ids.slice(0, 1), NOON);
      const found = await idsByMethod(memories, ids, filterOf({ includeArchived: true, includeSuperseded: true }));
      for (const [method, left] of Object.entries(found)) expect(left, method).toEqual(ids.slice(1));
    });
  });
}
