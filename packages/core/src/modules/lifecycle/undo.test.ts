import { expect, test } from 'vitest';
import { type ActionOutcome, type AgeState, RecordsUnavailable, type TenantRecords } from '../../ports/records.js';
import { NOON, newMemory, recordOf, tenantNamed } from '../../testing/builders.js';
import { undoRun } from './undo.js';

const GROUPS = 200;
const OF_EACH = 20;

const idAt = (at: number) => String(at).padStart(4, '0');
/** Actions of one run, whose neighbours are of different groups, or of none. */
const distilledIn = (groupOf: (at: number) => string | null) =>
  Array.from({ length: GROUPS * OF_EACH }, (_, at) => ({
    memoryId: idAt(at),
    groupId: groupOf(at),
    action: 'distilled' as const,
    state: 'applied',
    appliedVersion: 1,
    resultMemoryId: null,
  }));

type Release = () => void;

/** Locks by their names, until the transaction ends that took them. */
function createLocks() {
  const last = new Map<string, Promise<void>>();
  return () => {
    const held = new Map<string, Release>();
    return {
      async take(name: string) {
        if (held.has(name)) return;
        const before = last.get(name);
        last.set(name, new Promise((release) => held.set(name, release)));
        await before;
      },
      end() {
        for (const release of held.values()) release();
      },
    };
  };
}

/** The database sets `most` memories back in one transaction, and takes too long with more. */
const undoing = async (groupOf: (at: number) => string | null, most = Number.POSITIVE_INFINITY, times = 1) => {
  const locksOf = createLocks();
  const actions = distilledIn(groupOf);
  const sizes: number[] = [];
  const own = {
    lifecycle: {
      actions: async (_run: string, asked: { groups?: string[]; after?: string; limit?: number }) =>
        actions
          .filter(({ state }) => state === 'applied')
          .filter(({ groupId }) => !asked.groups || (groupId !== null && asked.groups.includes(groupId)))
          .filter(({ memoryId }) => asked.after === undefined || memoryId > asked.after)
          .slice(0, asked.limit),
      lock: async (ids: readonly string[]) => ids.map((id) => recordOf(newMemory(id))),
      async setAges(rows: readonly AgeState[]) {
        if (rows.length > most) throw new RecordsUnavailable(null, { timedOut: true });
        if (rows.length > 0) sizes.push(rows.length);
        return [];
      },
      async mark(_run: string, _from: string, outcomes: readonly ActionOutcome[]) {
        for (const { memoryId, state } of outcomes) Object.assign(actions[Number(memoryId)] ?? {}, { state });
      },
    },
    memories: { owners: async () => [null] },
    history: { add: async () => undefined },
    outbox: { enqueue: async () => undefined },
    async transaction<Result>(work: (repositories: unknown) => Promise<Result>) {
      const locks = locksOf();
      return work({ ...own, lockOwner: (owner: string | null) => locks.take(String(owner)) }).finally(locks.end);
    },
  };
  const saved = { runId: 'r', restored: 0, notRestored: [], notRestoredTotal: 0, heldUntil: NOON.toISOString() };
  const dependencies = {
    records: { ping: async () => undefined },
    indexing: { syncNow: async () => true },
    ageing: { dueAt: () => null },
    clock: { now: () => NOON },
    ids: { next: () => 'an id' },
    tenant: tenantNamed('acme'),
    save: async () => undefined,
  } as unknown as Parameters<typeof undoRun>[2];
  const undo = () => undoRun(own as unknown as TenantRecords, saved, dependencies);
  const answers = await Promise.all(Array.from({ length: times }, undo));
  return { sizes, restored: answers.reduce((sum, { restored }) => sum + restored, 0) };
};

test.each([
  ['groups that lie between each other', (at: number) => idAt(at % GROUPS)],
  ['groups one after the other', (at: number) => idAt(Math.floor(at / OF_EACH))],
  ['memories without a group', () => null],
])('an undo sets few memories back at once, of %s', async (_which, groupOf) => {
  const { sizes, restored } = await undoing(groupOf);
  expect(restored).toBe(GROUPS * OF_EACH);
  expect([...new Set(sizes)]).toEqual([100]);
});

test.each([
  ['group by group', (at: number) => idAt(at % GROUPS)],
  ['with as few that have none', () => null],
])('an undo that takes too long for a transaction goes on %s', async (_which, groupOf) => {
  const { sizes, restored } = await undoing(groupOf, OF_EACH);
  expect(restored).toBe(GROUPS * OF_EACH);
  expect([...new Set(sizes)]).toEqual([OF_EACH]);
});

test.each([
  ['with groups', (at: number) => idAt(at % GROUPS)],
  ['without groups', () => null],
])('two undos of one run at once set each memory back once, %s', async (_which, groupOf) => {
  const { sizes, restored } = await undoing(groupOf, Number.POSITIVE_INFINITY, 2);
  expect(restored).toBe(GROUPS * OF_EACH);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(GROUPS * OF_EACH);
});
