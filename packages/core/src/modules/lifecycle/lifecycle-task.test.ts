import { Problem } from '@hippocamp/shared/problems';
import { expect, it } from 'vitest';
import {
  type ActionOutcome,
  type ActionRecord,
  type Lease,
  type LifecycleRepository,
  type LifecycleRunRecord,
  RecordsUnavailable,
} from '../../ports/records.js';
import { NOON, quietLog, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { defaultPolicies } from '../policies.js';
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
  const database = { isAway: () => false, isTooSlow: false, waited: false, answers: true };
  const told: LifecycleRunRecord['errors'] = [];
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
      const { isTooSlow, waited } = database;
      if (ids.includes(broken) && isTooSlow) throw new RecordsUnavailable(null, { timedOut: true, waited });
      if (ids.includes(broken)) throw new Error('it cannot be changed');
      return [];
    },
    async mark(_run: string, from: string, outcomes: readonly ActionOutcome[]) {
      for (const { memoryId, state } of outcomes) if (states.get(memoryId) === from) states.set(memoryId, state);
    },
    ...{ setAges: async () => [], plannedGroups: async () => [], tally: async () => [] },
    async update(_run: string, { errors }: Partial<LifecycleRunRecord>) {
      if (errors) told.splice(0, told.length, ...errors);
    },
  };
  const outbox = { extend: async () => true, enqueue: async () => undefined, done: async () => undefined };
  const repositories = { lifecycle, outbox, history: { add: async () => undefined } };
  const own = { ...repositories, transaction: (work: (all: typeof repositories) => unknown) => work(repositories) };
  const ping = async () => {
    if (!database.answers) throw new Error('the database does not answer');
  };
  const task = createLifecycleTask({
    ...{ records: { forTenant: () => own, ping }, clock: { now: () => NOON }, ids: sequentialIds(), log: quietLog },
    ...{ indexing: { trySync: async () => undefined }, ageing: { dueAt: () => null }, concurrency: 1 },
  } as unknown as LifecycleTaskDependencies);
  return { states, looks, database, told, goOn: () => task.run({ tenant, kind: 'lifecycle', ref: 'run' }, lease, 1) };
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

it('a run goes on past a memory that takes longer than a transaction may, and tells it', async () => {
  const { states, looks, database, told, goOn } = stage('0120');
  database.isTooSlow = true;
  await goOn();
  expect(looks).toEqual([undefined, '0099', '0199', '0299']);
  expect([...states].filter(([, state]) => state !== 'skipped')).toEqual([['0120', 'failed']]);
  expect(told).toEqual([
    {
      ...{ memoryId: '0120', code: 'promoted_failed' },
      message: 'It was not done in the time of a transaction, and stays as it was. The next run tries it again.',
    },
  ]);
});

it.each([
  ['a database that answers nobody in time', { answers: false }],
  ['what others hold', { waited: true }],
])('a run waits for %s', async (_what, state) => {
  const { states, database, told, goOn } = stage('0120');
  Object.assign(database, { isTooSlow: true, ...state });
  await expect(goOn()).rejects.toThrow(RecordsUnavailable);
  expect(states.get('0120')).toBe('planned');
  expect(told).toEqual([]);
});

it.each([
  ['a dry run gives up the plans of earlier ones', true, ['dropped', 'planned']],
  ['a real run leaves the plans of dry ones', false, ['planned']],
])('before it plans, %s', async (_which, dryRun, expected) => {
  const steps: string[] = [];
  const run = { id: 'run', state: 'planning', dryRun, memories: 0, errors: [], createdAt: NOON, completedAt: null };
  const lifecycle = {
    ...{ get: async () => run, update: async () => undefined, tally: async () => [], scan: async () => [] },
    ...{
      actions: async () => [],
      plannedGroups: async () => [],
      plan: async () => undefined,
      postpone: async () => undefined,
    },
    dropPlans: async () => void steps.push('dropped'),
    clearPlan: async () => void steps.push('planned'),
  };
  const outbox = { extend: async () => true, done: async () => undefined };
  const repositories = { lifecycle, outbox, memories: { count: async () => 0, readings: async () => new Map() } };
  const own = { ...repositories, transaction: (work: (all: typeof repositories) => unknown) => work(repositories) };
  const task = createLifecycleTask({
    ...{ records: { forTenant: () => own }, clock: { now: () => NOON }, ids: sequentialIds(), log: quietLog },
    ...{ policies: defaultPolicies, concurrency: 1, facts: { kept: () => new Map(), readToKeep: async () => [] } },
  } as unknown as LifecycleTaskDependencies);
  await task.run({ tenant, kind: 'lifecycle', ref: 'run' }, lease, 1);
  expect(steps).toEqual(expected);
});
