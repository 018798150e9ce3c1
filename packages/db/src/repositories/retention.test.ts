import type { PlannedAction } from '@hippocamp/core/ports/records';
import { newArtifact, newMemory, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { type Step, stepsOfEach } from '@hippocamp/db/repositories/testing/plans';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const CHUNK = 1000;
const KEPT = 2500;
const PAST = new Date('2001-01-01T00:00:00.000Z');
const old = new Date(PAST.getTime() - 1);

const mostRead = (steps: readonly Step[]) => Math.max(0, ...steps.map(({ read }) => read));

describe.each(testEngines)('retention, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);
  const own = () => opened.records.forTenant(tenantNamed('keeper'));

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
  });
  beforeEach(async () => {
    if (available) await opened.pool.query('truncate artifacts, ingests, memories, lifecycle_runs cascade');
  });
  afterAll(() => opened?.close());

  const rowsOf = async (table: string) =>
    (await opened.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;

  const startRun = async (dryRun: boolean, actions: number) => {
    const { lifecycle } = own();
    const run = { id: ids.next(), triggeredBy: 'x', dryRun, state: 'done' as const, memories: 0, summary: null };
    await lifecycle.start({ ...run, errors: [], createdAt: old, completedAt: old, undoneAt: null });
    const planned = Array.from({ length: actions }, (): PlannedAction => {
      const state = { action: 'expired', fromTier: 'short_term', toTier: null, reason: 'old' } as const;
      const was = { plannedVersion: 1, plannedAccessCount: 0, fromTierSince: old, groupId: null };
      return { memoryId: ids.next(), ...state, ...was };
    });
    await lifecycle.plan(run.id, planned);
  };

  runs('goes once through the raw texts that are kept, a thousand in a statement', async () => {
    const { pool } = opened;
    const first = newMemory(ids.next());
    await own().memories.insert([first]);
    // All have the same millisecond, as after an import.
    await pool.query(
      `insert into artifacts (tenant_id, id, content, source, metadata, created_at, ingest_trace_id)
      select 'keeper', gen_random_uuid(), 'Text.', 'chat', '{}', $1, gen_random_uuid() from generate_series(1, $2::int)`,
      [old, KEPT],
    );
    await pool.query(
      `insert into memories select whole.* from memories as first, artifacts, jsonb_populate_record(
        first, jsonb_build_object('id', gen_random_uuid(), 'source_artifact_id', artifacts.id)
      ) as whole`,
    );
    for (const createdAt of [new Date(0), old]) {
      await own().artifacts.insert(newArtifact(ids.next(), { createdAt, ingestTraceId: ids.next() }));
    }
    await pool.query('vacuum analyze artifacts, memories');
    const each = await stepsOfEach(pool, () => opened.records.prune({ artifacts: PAST }));
    expect(await rowsOf('artifacts')).toBe(KEPT);
    const looked = each.flatMap((steps) => steps.filter(({ index }) => index === 'artifacts_retention_idx'));
    expect(mostRead(looked)).toBe(CHUNK);
    expect(looked.reduce((sum, { read }) => sum + read, 0)).toBe(KEPT + 2);
  });

  /** How many rows of the table each statement of the work removes. */
  const removedByEach = async (table: string, work: () => Promise<void>): Promise<number[]> => {
    const removed: number[] = [];
    const { pool } = opened;
    const query = pool.query.bind(pool);
    const left = async () => (await query(`select count(*)::int as count from ${table}`)).rows[0].count;
    pool.query = (async (statement: { text: string }) => {
      const before = await left();
      const answer = await query(statement);
      removed.push(before - (await left()));
      return answer;
    }) as unknown as typeof pool.query;
    await work().finally(() => {
      pool.query = query as typeof pool.query;
    });
    return removed;
  };

  runs('removes the details of a run in parts before the run', async () => {
    await startRun(false, KEPT);
    expect(await rowsOf('lifecycle_actions')).toBe(KEPT);
    const removed = await removedByEach('lifecycle_actions', async () => {
      expect(await opened.records.prune({ lifecycleRuns: PAST })).toEqual({ lifecycleRuns: 1 });
    });
    expect(await rowsOf('lifecycle_actions')).toBe(0);
    expect(Math.max(...removed)).toBeLessThanOrEqual(CHUNK);
  });

  /** 1 MiB. */
  const LONG = `repeat('x', 1024 * 1024)`;
  const longRuns = (dryRun: boolean) => `
    insert into lifecycle_runs (tenant_id, id, triggered_by, dry_run, state, errors, created_at, completed_at)
    select 'keeper', gen_random_uuid(), 'x', ${dryRun}, 'done', to_jsonb(${LONG}), $1, $1 from generate_series(1, 20)`;
  const longRows = {
    idempotencyKeys: `insert into idempotency_keys (tenant_id, key, fingerprint, result, created_at)
      select 'keeper', at::text, 'x', to_jsonb(${LONG}), $1 from generate_series(1, 20) as at`,
    ingests: `insert into ingests (tenant_id, trace_id, state, request, result, created_at, updated_at, finished_at)
      select 'keeper', gen_random_uuid(), 'done', '{}', to_jsonb(${LONG}), $1, $1, $1 from generate_series(1, 20)`,
    events: `insert into events (tenant_id, id, event_type, payload, occurred_at, created_at)
      select 'keeper', gen_random_uuid(), 'x', to_jsonb(${LONG}), $1, $1 from generate_series(1, 20)`,
    artifacts: `insert into artifacts (tenant_id, id, content, source, metadata, created_at, ingest_trace_id)
      select 'keeper', gen_random_uuid(), ${LONG}, 'chat', '{}', $1, gen_random_uuid() from generate_series(1, 20)`,
    lifecycleRuns: longRuns(false),
    dryRuns: longRuns(true),
  };

  runs.each([
    ['idempotencyKeys', 'idempotency_keys', 'result'],
    ['ingests', 'ingests', 'result'],
    ['events', 'events', 'payload'],
    ['artifacts', 'artifacts', 'content'],
    ['lifecycleRuns', 'lifecycle_runs', 'errors'],
    ['dryRuns', 'lifecycle_runs', 'errors'],
  ] as const)('removes few rows at once where those are long: %s', async (kind, table, column) => {
    const { pool } = opened;
    // As long as they are given: such values would be packed, and those of a test would become short.
    await pool.query(`alter table ${table} alter column ${column} set storage external`);
    await pool.query(longRows[kind], [old]);
    const removed = await removedByEach(table, async () => {
      expect(await opened.records.prune({ [kind]: PAST })).toEqual({ [kind]: 20 });
    });
    expect(Math.max(...removed)).toBeLessThanOrEqual(9);
    expect(removed.filter((count) => count > 0).length).toBeLessThanOrEqual(3);
  });

  runs('finds dry runs without going through the real ones', async () => {
    await opened.pool.query(
      `insert into lifecycle_runs (tenant_id, id, triggered_by, dry_run, state, errors, created_at, completed_at)
      select 'keeper', gen_random_uuid(), 'x', false, 'done', '[]', $1, $1 from generate_series(1, $2)`,
      [old, KEPT],
    );
    for (let at = 0; at < 7; at += 1) await startRun(true, 0);
    await opened.pool.query('vacuum analyze lifecycle_runs');
    const each = await stepsOfEach(opened.pool, () => opened.records.prune({ dryRuns: PAST }));
    expect(await rowsOf('lifecycle_runs')).toBe(KEPT);
    for (const steps of each) expect(mostRead(steps)).toBeLessThanOrEqual(7);
  });

  runs('looks only at the ingests that have ended, however many never do', async () => {
    const { pool } = opened;
    // As an import may bring them.
    for (const [end, count] of [
      [null, KEPT],
      ['9999-12-31T23:59:59.999Z', KEPT],
      [old, 7],
    ] as const) {
      await pool.query(
        `insert into ingests (tenant_id, trace_id, state, request, created_at, updated_at, finished_at)
        select 'keeper', gen_random_uuid(), 'done', '{}', $1, $1, $2 from generate_series(1, $3)`,
        [old, end, count],
      );
    }
    await pool.query('vacuum analyze ingests');
    const each = await stepsOfEach(pool, () => opened.records.prune({ ingests: PAST }));
    expect(await rowsOf('ingests')).toBe(2 * KEPT);
    for (const steps of each) expect(mostRead(steps)).toBeLessThanOrEqual(7);
  });

  runs.each(['lifecycleRuns', 'dryRuns'] as const)('looks only at the runs that have ended: %s', async (kind) => {
    const { pool } = opened;
    await pool.query(
      `insert into lifecycle_runs (tenant_id, id, triggered_by, dry_run, state, errors, created_at, completed_at)
      select 'keeper', gen_random_uuid(), 'x', $3, 'done', '[]', $1, '9999-12-31' from generate_series(1, $2)`,
      [old, KEPT, kind === 'dryRuns'],
    );
    for (let at = 0; at < 7; at += 1) await startRun(kind === 'dryRuns', 0);
    await pool.query('vacuum analyze lifecycle_runs');
    const each = await stepsOfEach(pool, () => opened.records.prune({ [kind]: PAST }));
    expect(await rowsOf('lifecycle_runs')).toBe(KEPT);
    for (const steps of each) expect(mostRead(steps)).toBeLessThanOrEqual(7);
  });
});
