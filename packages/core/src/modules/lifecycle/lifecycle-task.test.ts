import { Problem } from '@hippocamp/shared/problems';
import { expect, it } from 'vitest';
import type { ActionOutcome, ActionRecord, Lease, LifecycleRepository } from '../../ports/records.js';
import { NOON, quietLog, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { createLifecycleTask, type LifecycleTaskDependencies } from './lifecycle-task.js';

const MANY = 350;
const tenant = tenantNamed('acme');
const lease = { now: NOON, until: new Date(NOON.getTime() + 1000) } as unknown as Lease;

type Asked = Parameters<LifecycleRepository['actions']>[1];

/** A run over memories that are gone, so that it skips them. `broken` cannot be changed at all. */
const stage = (broken: string) => {
  const states = new Map(
    Array.from({ length: MANY }, (_, at): [string, ActionRecord['state']] => [String(at).padStart(4, '0'), 'planned']),
  );
  const looks: (string | undefined)[] = [];
  const database = { isAway: () => false };
  const run = { id: 'run', state: 'applying', dryRun: false, memories: MANY, errors: [], completedAt: null };
  const lifecycle = {
    get: async () => run,
    async actions(_run: string, { actions, after, limit }: Asked) {
      if (!actions?.includes('promoted')) return [];
      looks.push(after);
      const planned = [...states].filter(([id, state]) => state === 'planned' && (after === undefined || id > after));
      return planned.slice(0, limit).map(([memoryId]) => ({ memoryId, action: 'promoted', groupId: null }));
    },
    async lock(ids: readonly string[]) {
      if (database.isAway()) throw new Problem('dependency-unavailable', 'The database is away.');
      if (ids.includes(broken)) throw new Error('it cannot be changed');
      return [];
    },
    async mark(_run: string, from: string, outcomes: readonly ActionOutcome[]) {
      for (const { memoryId, state } of outcomes) if (states.get(memoryId) === from) states.set(memoryId, state);
    },
    ...{ setAges: async () => [], plannedGroups: async () => [], tally: async () => [], update: async () => undefined },
  };
  const outbox = { extend: async () => true, enqueue: async () => undefined, done: async () => undefined };
  const repositories = { lifecycle, outbox, history: { add: async () => undefined } };
  const own = { ...repositories, transaction: (work: (all: typeof repositories) => unknown) => work(repositories) };
  const task = createLifecycleTask({
    ...{ records: { forTenant: () => own }, clock: { now: () => NOON }, ids: sequentialIds(), log: quietLog },
    ...{ indexing: { trySync: async () => undefined }, ageing: { dueAt: () => null }, concurrency: 1 },
  } as unknown as LifecycleTaskDependencies);
  return { states, looks, database, goOn: () => task.run({ tenant, kind: 'lifecycle', ref: 'run' }, lease, 1) };
};

it('a run goes once through its plan, also past what it skips and what fails', async () => {
  const { states, looks, goOn } = stage('0120');
  await goOn();
  expect(looks).toEqual([undefined, '0099', '0199', '0299']);
  expect([...states].filter(([, state]) => state !== 'skipped')).toEqual([['0120', 'failed']]);
});

it('a run that was interrupted begins again at what is still planned', async () => {
  const { states, looks, database, goOn } = stage('none');
  database.isAway = () => looks.length > 2;
  await expect(goOn()).rejects.toThrow('away');
  expect(looks.splice(0)).toEqual([undefined, '0099', '0199']);
  database.isAway = () => false;
  await goOn();
  expect(looks[0]).toBeUndefined();
  expect(new Set(states.values())).toEqual(new Set(['skipped']));
});
