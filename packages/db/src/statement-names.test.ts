import { filterOf, newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { createRecords } from '@hippocamp/db/records';
import { PLANNED_ONCE } from '@hippocamp/db/repositories/memory-lists';
import { createStatementNames } from '@hippocamp/db/statement-names';
import { afterAll, beforeAll, expect, it } from 'vitest';

it('the forms that were used last have names, and no name is given twice', () => {
  const forgotten: string[] = [];
  const nameOf = createStatementNames((name) => forgotten.push(name), 2);
  const named = (form: string) => nameOf({ sql: `${PLANNED_ONCE} ${form}` });
  const [first, second] = [named('a'), named('b')];
  expect([named('a'), named('b'), named('a')]).toEqual([first, second, first]);
  expect(forgotten).toEqual([]);
  const third = named('c');
  expect(forgotten).toEqual([second]);
  expect([named('a'), named('c')]).toEqual([first, third]);
  expect(new Set([first, second, third, named('b'), '']).size).toBe(5);
  expect(forgotten).toEqual([second, first]);
  expect(nameOf({ sql: 'select 1' })).toBe('');
});

let engine: Awaited<ReturnType<typeof openPglite>>;
let records: Awaited<ReturnType<typeof createRecords>>;
beforeAll(async () => {
  engine = await openPglite({ folder: 'memory://' });
  await migrate(engine.pool);
  records = await createRecords({ pool: engine.pool, kind: engine.kind, log: quietLog });
});
afterAll(async () => {
  await records.close();
  await engine.close();
});

it('queries of ever other forms leave the plans of the latest, and no more', async () => {
  const { memories } = records.forTenant(tenantNamed('planned'));
  /** One form for each number of members. */
  const ask = (members: number) => {
    const metadata = Object.fromEntries(Array.from({ length: members }, (_, at) => [`name ${at}`, 1]));
    return memories.lists(filterOf({ metadata }), 5, 5);
  };
  const FORMS = 60;
  for (let members = 0; members < FORMS; members += 1) {
    await ask(members);
    await ask(0);
  }
  for (let members = FORMS - 10; members < FORMS; members += 1) await ask(members);
  const { rows } = await engine.pool.query<{ name: string; statement: string }>(
    `select name, statement from pg_prepared_statements where name like 'planned-%'`,
  );
  expect(rows).toHaveLength(50);
  const named = new Set(rows.map(({ name }) => name));
  const client = await engine.pool.connect();
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: object } }).connection;
  client.release();
  expect(new Set(Object.keys(parsedStatements))).toEqual(named);
  expect(named, 'the one that was used with each').toContain('planned-1');
  expect(named).toContain(`planned-${FORMS}`);
});

it('a filter by long metadata has one form, whatever is known of the memories', async () => {
  const ids = sequentialIds();
  const long = Array.from({ length: 900 }, () => ids.next()).join();
  const ask = async (name: string, stored: readonly number[]) => {
    const { memories } = records.forTenant(tenantNamed(name));
    await memories.insert(stored.map((of) => newMemory(ids.next(), { metadata: { of, long } })));
    return (await memories.lists(filterOf({ metadata: { of: 1 } }), 7, 7)).importance.length;
  };
  const given = async () => {
    const names = `select max(substr(name, 9)::int) as given from pg_prepared_statements where name like 'planned-%'`;
    return (await engine.pool.query<{ given: number }>(names)).rows[0]?.given ?? 0;
  };
  const before = await given();
  const found = [
    await ask('none', []),
    await ask('passing', [1, 1]),
    await ask('others', [2]),
    await ask('both', [1, 2]),
  ];
  expect(found).toEqual([0, 2, 0, 1]);
  expect(await given()).toBe(before + 1);
});
