import { NOON, newEntity, newMemory, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { blocksOfEach, stepsOfEach } from '@hippocamp/db/repositories/testing/plans';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const PART = 1000;
const MANY = 2500;
const OWNER = '22222222-2222-4222-8222-222222222222';

describe.each(testEngines)('what goes with one row, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);
  const own = () => opened.records.forTenant(tenantNamed('keeper'));

  beforeAll(async () => {
    if (available) opened = await openRecordsOn(open);
  });
  beforeEach(async () => {
    if (available) await opened.pool.query('truncate relations, entities, memories, idempotency_keys cascade');
  });
  afterAll(() => opened?.close());

  /** Rows that each statement of `work` changes or removes. */
  const changedByEach = async (work: () => Promise<unknown>) => {
    const { pool } = opened;
    const changed: number[] = [];
    const query = pool.query.bind(pool);
    pool.query = (async (statement: { text: string }) => {
      const answer = await query(statement);
      if (/\b(delete from|update \w+ set)\b/.test(statement.text)) changed.push(answer.rowCount ?? 0);
      return answer;
    }) as unknown as typeof pool.query;
    await work().finally(() => {
      pool.query = query as typeof pool.query;
    });
    return changed;
  };

  const countOf = async (table: string) =>
    (await opened.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;

  const insertMentions = async (memoryId: string) => {
    await own().memories.insert([newMemory(memoryId)]);
    const { pool } = opened;
    await own().entities.insert([newEntity(ids.next(), { fromMentions: true })]);
    await pool.query(
      `insert into entities select whole.* from entities as first, generate_series(2, $1::int) as number,
        jsonb_populate_record(first, jsonb_build_object('id', gen_random_uuid(), 'name', 'Name ' || number)) as whole`,
      [MANY],
    );
    await pool.query(
      `insert into relations (tenant_id, id, type, from_type, from_id, to_type, to_id, weight, metadata, created_at)
      select 'keeper', gen_random_uuid(), 'mentions', 'memory', $1, 'entity', id, 1, '{}', $2 from entities`,
      [memoryId, NOON],
    );
  };

  runs('relations of a node are removed a thousand in a statement', async () => {
    const memory = ids.next();
    await insertMentions(memory);
    const changed = await changedByEach(() => own().relations.removeOf([memory]));
    expect(await countOf('relations')).toBe(0);
    expect(changed).toEqual([PART, PART, MANY - 2 * PART]);
  });

  runs('the edges from what replaced a memory are removed a thousand in a statement, and no others', async () => {
    const [memory, other] = [ids.next(), ids.next()];
    const insert = (fromType: string, toId: string, type: string, count: number) =>
      opened.pool.query(
        `insert into relations (tenant_id, id, type, from_type, from_id, to_type, to_id, weight, metadata, created_at)
        select 'keeper', gen_random_uuid(), $1, $2, gen_random_uuid(), 'memory', $3, 1, '{}', $4 from generate_series(1, $5::int)`,
        [type, fromType, toId, NOON, count],
      );
    await insert('memory', memory, 'supersedes', MANY);
    // Only a memory takes the place of another.
    await insert('artifact', memory, 'supersedes', 1);
    await insert('memory', memory, 'may_supersede', 2);
    await insert('memory', other, 'supersedes', 3);
    const changed = await changedByEach(() => own().relations.removeReplacing('supersedes', memory));
    expect(changed).toEqual([PART, PART, MANY - 2 * PART]);
    expect(await countOf('relations')).toBe(6);
  });

  runs('entities that nothing names any more are removed a thousand in a statement', async () => {
    const memory = ids.next();
    await insertMentions(memory);
    const made = await own().entities.madeFor('mentions', [memory]);
    expect(new Set(made).size).toBe(MANY);
    await own().relations.removeOf([memory]);
    const changed = await changedByEach(async () => {
      expect((await own().entities.removeUnrelated(made)).sort()).toEqual([...made].sort());
    });
    expect(changed).toEqual([PART, PART, MANY - 2 * PART]);
    expect(await countOf('entities')).toBe(0);
  });

  runs('answers that mention a memory are forgotten a thousand in a statement', async () => {
    const memory = ids.next();
    await opened.pool.query(
      `insert into idempotency_keys (tenant_id, key, fingerprint, result, mentions, created_at)
      select tenant, 'key ' || number, 'a print', '{"text": "what was said"}', array[$1::uuid], $2
      from generate_series(1, $3) as number, unnest(array['keeper', 'other']) as of (tenant)`,
      [memory, NOON, MANY],
    );
    const changed = await changedByEach(() => own().idempotency.forget([memory]));
    expect(changed).toEqual([PART, PART, MANY - 2 * PART]);
    const { rows } = await opened.pool.query("select distinct tenant_id from idempotency_keys where result <> '{}'");
    expect(rows).toEqual([{ tenant_id: 'other' }]);
  });

  runs('relations of an owner are removed in parts', async () => {
    await own().entities.insert([newEntity(OWNER)]);
    await opened.pool.query(
      `insert into relations (tenant_id, id, type, from_type, from_id, to_type, to_id, weight, metadata, created_at)
      select 'keeper', gen_random_uuid(), 'knows', 'entity', $1, 'entity', gen_random_uuid(), 1, '{}', $2
      from generate_series(1, 25)`,
      [OWNER, NOON],
    );
    await opened.pool.query(
      'insert into relations select tenant_id, gen_random_uuid(), type, to_type, to_id, from_type, from_id, weight, metadata, created_at from relations',
    );
    const { erasure } = own();
    const removed: number[] = [];
    for (let count = -1; count !== 0; removed.push(count)) count = await erasure.removeRelationsOf(OWNER, 20);
    expect(removed).toEqual([20, 20, 10, 0]);
  });

  runs('histories of places in a text are measured and read, a thousand in a statement', async () => {
    const { pool } = opened;
    const artifact = ids.next();
    await own().memories.insert([newMemory(ids.next(), { sourceArtifactId: artifact, span: { start: 1, end: 2 } })]);
    await pool.query(
      `insert into memories select whole.* from memories as first, generate_series(2, $1::int) as number,
        jsonb_populate_record(first, jsonb_build_object(
          'id', gen_random_uuid(), 'span_start', number, 'span_end', number + 1)) as whole`,
      [MANY],
    );
    await pool.query(
      `insert into memory_history (tenant_id, memory_id, version, at, change, before)
      select tenant_id, id, 2, $1, 'updated', '{"content": "said"}' from memories`,
      [NOON],
    );
    await pool.query('vacuum analyze memories, memory_history');
    const each = await stepsOfEach(pool, async () => {
      const spans = await own().memories.rewordedIn(artifact);
      expect(spans).toEqual(Array.from({ length: MANY }, (_, at) => ({ start: at + 1, end: at + 2 })));
    });
    const histories = each.map((steps) =>
      steps.filter(({ index }) => index === 'memory_history_pkey').reduce((sum, { read }) => sum + read, 0),
    );
    expect(histories).toEqual([2 * PART, 2 * PART, 2 * (MANY - 2 * PART), 0]);
  });
  runs('long ones are read a few in a statement, and one of very many entries in parts', async () => {
    const { pool } = opened;
    const artifact = ids.next();
    const span = (start: number) => ({ start, end: start + 1 });
    const of = (start: number) => newMemory(ids.next(), { sourceArtifactId: artifact, span: span(start) });
    const long = Array.from({ length: 10 }, (_, at) => of(at));
    const [changed, unchanged, plain] = [of(20), of(21), of(22)];
    await own().memories.insert([...long, changed, unchanged, plain]);
    const noise = "(select string_agg(md5(random()::text), '') from generate_series(1, 10000))";
    const write = (memory: string, versions: string, before: string) =>
      pool.query(
        `insert into memory_history (tenant_id, memory_id, version, at, change, before)
        select 'keeper', $1, version, $2, 'updated', ${before} from ${versions} as version`,
        [memory, NOON],
      );
    for (const { id } of long) await write(id, 'generate_series(2, 3)', `jsonb_build_object('metadata', ${noise})`);
    const many = "jsonb_build_object(case when version = 12000 then $KEY else 'tags' end, '[]'::jsonb)";
    await write(changed.id, 'generate_series(2, 12000)', many.replace('$KEY', "'content'"));
    await write(unchanged.id, 'generate_series(2, 12000)', many.replace('$KEY', "'tags'"));
    const read = async () => expect(await own().memories.rewordedIn(artifact)).toEqual([span(20)]);
    const blocks = await blocksOfEach(pool, read);
    const largest = Math.max(...blocks);
    expect(largest).toBeLessThan(blocks.reduce((sum, each) => sum + each, 0) / 3);
    // The two memories with very long histories are each measured up to the bound.
    for (const steps of await stepsOfEach(pool, read))
      for (const { index, read: rows } of steps) if (index === 'memory_history_pkey') expect(rows).toBeLessThan(17_000);
  });
  runs('a page of the memories of texts reads no more of one text than it may answer', async () => {
    const { pool } = opened;
    const [one, other] = [ids.next(), ids.next()];
    await own().memories.insert([newMemory(ids.next(), { sourceArtifactId: one, span: { start: 1, end: 2 } })]);
    await pool.query(
      `insert into memories select whole.* from memories as first, generate_series(2, $1::int) as number,
        jsonb_populate_record(first, jsonb_build_object(
          'id', gen_random_uuid(), 'source_artifact_id', case when number % 2 = 0 then $2 else $3 end)) as whole`,
      [MANY, one, other],
    );
    await pool.query('vacuum analyze memories');
    const found: string[] = [];
    const each = await stepsOfEach(pool, async () => {
      for (let after: string | null = null; found.length < 300; ) {
        const page = await own().memories.drawnFrom([one, other, one], { having: 'place', after, limit: 100 });
        found.push(...page.map(({ id }) => id));
        after = page.at(-1)?.id ?? null;
      }
    });
    expect(found).toEqual([...new Set(found)].sort());
    for (const steps of each)
      expect(
        steps.filter(({ index }) => index !== undefined).reduce((sum, { read }) => sum + read, 0),
      ).toBeLessThanOrEqual(200);
  });
});
