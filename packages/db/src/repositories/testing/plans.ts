import type { Pool } from 'pg';

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
  Plans?: PlanNode[];
}

interface Statement {
  text: string;
  values: unknown[];
}

/** The one statement that `work` sends. */
async function statementOf(pool: Pool, work: () => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = [];
  const query = pool.query.bind(pool);
  pool.query = ((statement: Statement) => {
    sent.push(statement);
    return query(statement);
  }) as unknown as Pool['query'];
  await work().finally(() => {
    pool.query = query as Pool['query'];
  });
  const [statement] = sent;
  if (!statement || sent.length > 1) throw new Error(`One statement was expected, and ${sent.length} were sent.`);
  return { text: statement.text, values: statement.values };
}

/** The plan of the statement that `work` sends, as text. */
export async function planOf(pool: Pool, work: () => Promise<unknown>): Promise<string> {
  const { text, values } = await statementOf(pool, work);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>({ text: `explain (costs off) ${text}`, values });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** The plan that is kept for it: one for whatever values come. */
export async function keptPlanOf(pool: Pool, work: () => Promise<unknown>): Promise<string> {
  const { text } = await statementOf(pool, work);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const stepsOf = (node: PlanNode): Step[] => [
  {
    name: node['Node Type'],
    index: node['Index Name'],
    read: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  },
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
  const { text, values } = await statementOf(pool, work);
  const sql = `explain (analyze, costs off, timing off, format json) ${text}`;
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({ text: sql, values });
  return rows.flatMap((row) => stepsOf(row['QUERY PLAN'][0].Plan));
}

/** The blocks that all its statements touched. */
export const blocksTouched = async (pool: Pool, work: () => Promise<unknown>): Promise<number> =>
  (await blocksOfEach(pool, work)).reduce((sum, blocks) => sum + blocks, 0);
