import { AsyncResource } from 'node:async_hooks';
import type { Pool, QueryConfig, QueryResult } from 'pg';

/** A step of a plan, as `explain analyze` tells it. */
export interface Step {
  name: string;
  index: string | undefined;
  /** Rows that the step read, those it dropped included, over all its runs. */
  read: number;
}

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  'One-Time Filter'?: string;
  Plans?: PlanNode[];
}

interface Statement {
  text: string;
  values: unknown[];
}

interface SentStatement extends Statement {
  /** Asks as the statement was sent: behind the wall between tenants, or without it. */
  ask<Row extends object>(config: QueryConfig): Promise<QueryResult<Row>>;
}

/** The one statement that `work` sends. */
async function statementOf(pool: Pool, work: () => Promise<unknown>): Promise<SentStatement> {
  const sent: SentStatement[] = [];
  const query = pool.query.bind(pool);
  pool.query = ((statement: Statement) => {
    sent.push({ ...statement, ask: AsyncResource.bind((config: QueryConfig) => query(config)) });
    return query(statement);
  }) as unknown as Pool['query'];
  await work().finally(() => {
    pool.query = query as Pool['query'];
  });
  const [statement] = sent;
  if (!statement || sent.length > 1) throw new Error(`One statement was expected, and ${sent.length} were sent.`);
  return statement;
}

/** The step that asks once for the tenant: the wall puts it above each table. */
const WALL = /\s*->\s+Result\n\s+One-Time Filter: \(current_setting\(.*\n/g;

/** The plan of the statement that `work` sends, as text, without the steps of the wall between tenants. */
export async function planOf(pool: Pool, work: () => Promise<unknown>): Promise<string> {
  const { text, values, ask } = await statementOf(pool, work);
  const { rows } = await ask<{ 'QUERY PLAN': string }>({ text: `explain (costs off) ${text}`, values });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  return plan.replaceAll(WALL, '\n');
}

/** Only a simple query takes a statement without its values, so the scope is told beside it. */
async function generically(pool: Pool, { text, ask }: SentStatement): Promise<{ 'QUERY PLAN': string }[]> {
  const { rows } = await ask<{ begin: string }>({
    text: `select format('set local role %I; set local hippocamp.tenant = %L', current_user,
      current_setting('hippocamp.tenant', true)) as begin`,
  });
  const results = (await pool.query(
    `begin; ${rows[0]?.begin}; explain (generic_plan, costs off) ${text}; rollback`,
  )) as unknown as QueryResult<{ 'QUERY PLAN': string }>[];
  return results.flatMap((result) => result.rows);
}

/** The plan that is kept for it: one for whatever values come. */
export async function keptPlanOf(pool: Pool, work: () => Promise<unknown>): Promise<string> {
  const rows = await generically(pool, await statementOf(pool, work));
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** A filter that is asked once, as that of the wall between tenants, reads no rows: it hands on those of the step below. */
const readBy = (node: PlanNode) =>
  node['One-Time Filter'] === undefined
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0;

const stepsOf = (node: PlanNode): Step[] => [
  { name: node['Node Type'], index: node['Index Name'], read: readBy(node) },
  ...(node.Plans ?? []).flatMap(stepsOf),
];

/** Explains each statement that `work` sends, in order, before it runs. What the explaining did is rolled back. */
async function explainEach(pool: Pool, work: () => Promise<unknown>, told: string): Promise<PlanNode[][]> {
  const each: PlanNode[][] = [];
  const query = pool.query.bind(pool);
  pool.query = (async (statement: Statement) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const text = `explain (analyze, costs off, timing off, ${told} format json) ${statement.text}`;
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({ text, values: statement.values });
      each.push(rows.map((row) => row['QUERY PLAN'][0].Plan));
    } finally {
      await client.query('rollback');
      client.release();
    }
    return query(statement);
  }) as unknown as Pool['query'];
  await work().finally(() => {
    pool.query = query as Pool['query'];
  });
  return each;
}

/** The steps of each statement that `work` sends. */
export const stepsOfEach = async (pool: Pool, work: () => Promise<unknown>): Promise<Step[][]> =>
  (await explainEach(pool, work, '')).map((plans) => plans.flatMap(stepsOf));

/** Blocks of tables, of their long values and of indexes that each statement of `work` touches, each as often as it does. */
export const blocksOfEach = async (pool: Pool, work: () => Promise<unknown>): Promise<number[]> =>
  (await explainEach(pool, work, 'buffers,')).map((plans) =>
    plans.reduce((sum, { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 }) => sum + hit + read, 0),
  );

/** The steps that the statement took. */
export async function stepsTaken(pool: Pool, work: () => Promise<unknown>): Promise<Step[]> {
  const { text, values, ask } = await statementOf(pool, work);
  const sql = `explain (analyze, costs off, timing off, format json) ${text}`;
  const { rows } = await ask<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({ text: sql, values });
  return rows.flatMap((row) => stepsOf(row['QUERY PLAN'][0].Plan));
}

/** The blocks that all its statements touched. */
export const blocksTouched = async (pool: Pool, work: () => Promise<unknown>): Promise<number> =>
  (await blocksOfEach(pool, work)).reduce((sum, blocks) => sum + blocks, 0);
