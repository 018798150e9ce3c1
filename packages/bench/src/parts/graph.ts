import { performance } from 'node:perf_hooks';
import { type EmbeddedRecords, openEmbeddedRecords } from '@hippocamp/runtime/engines/embedded';
import { createLogger } from '@hippocamp/runtime/logger';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { plainRelations } from '../controls/plain-relations.js';
import { type GeneratedGraph, generateGraph } from '../data/graph.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';

export const ENTITIES = 20_000;
export const RELATIONS = 100_000;
const DEPTH = 3;
const BATCH = 1000;
const RUNS = 100;
const WARM = 10;

const plans = [
  { direction: 'outgoing', limit: 1000 },
  { direction: 'both', limit: 200 },
  { direction: 'both', limit: 1000 },
] as const;

export interface GraphCell {
  what: string;
  /** For each traversal: its nodes and relations; `truncated` counts those that were cut. */
  nodes: number[];
  relations: number[];
  truncated: number;
  /** ms of each traversal, and of the plain query that reads as many rows right after it. */
  times: number[];
  control: number[];
}

const tenant = 'bench-graph' as TenantId;

const batches = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH));

async function fill({ records }: EmbeddedRecords, graph: GeneratedGraph, progress: Progress): Promise<void> {
  const own = records.forTenant(tenant);
  for (const entities of batches(graph.entities)) await own.entities.insert(entities);
  for (const [index, relations] of batches(graph.relations).entries()) {
    await own.relations.add(relations);
    progress.update(`${(index + 1) * BATCH} of ${RELATIONS} relations`);
  }
}

async function measurePlan(
  { records, sql }: EmbeddedRecords,
  graph: GeneratedGraph,
  { direction, limit }: (typeof plans)[number],
): Promise<GraphCell> {
  const { relations } = records.forTenant(tenant);
  const what = `depth ${DEPTH}, ${direction}, up to ${limit} nodes`;
  const cell: GraphCell = { what, nodes: [], relations: [], truncated: 0, times: [], control: [] };
  for (let run = 0; run < RUNS + WARM; run += 1) {
    const start = { type: 'entity' as const, id: graph.entities[run * 37]?.id ?? '' };
    const begin = performance.now();
    const found = await relations.traverse({ start, depth: DEPTH, direction, limit });
    const middle = performance.now();
    if (!found) throw new Error('the start of a traversal is not there');
    await sql.query(plainRelations, [tenant, found.nodes.length + found.relations.length]);
    const end = performance.now();
    if (run < WARM) continue;
    cell.nodes.push(found.nodes.length);
    cell.relations.push(found.relations.length);
    cell.truncated += found.truncated ? 1 : 0;
    cell.times.push(middle - begin);
    cell.control.push(end - middle);
  }
  return cell;
}

export async function measureGraph(progress: Progress): Promise<GraphCell[]> {
  progress.say(`graph: ${RELATIONS} relations`);
  const engines = await openEmbeddedRecords(temporaryFolder(), createLogger('warn'));
  try {
    const graph = generateGraph(ENTITIES, RELATIONS, new Date());
    await fill(engines, graph, progress);
    const cells: GraphCell[] = [];
    for (const plan of plans) cells.push(await measurePlan(engines, graph, plan));
    return cells;
  } finally {
    await engines.close();
  }
}
