// What the wall between tenants costs: the same calls of the records with it and without it, in turn, on one connection.
// usage, after a build: node packages/db/tools/measure-wall.mjs [--url <an empty database>]      without a URL the embedded engine
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { migrate } from '../dist/engine/migrate.js';
import { openPglite } from '../dist/engine/pglite.js';
import { openPostgres } from '../dist/engine/postgres.js';
import { createRecords } from '../dist/records.js';

const [ROWS, TENANTS, RUNS] = [10_000, 10, 400];
const { values } = parseArgs({ options: { url: { type: 'string' } } });
const engine = values.url
  ? await openPostgres({ url: values.url, poolSize: 2, statementTimeoutMs: 60_000 })
  : await openPglite({ folder: 'memory://' });
await migrate(engine.pool);
const log = { info() {}, warn() {}, error() {} };
const walled = await createRecords({ ...engine, log });
// Whether a pool tells whom it asks for is known of the pool itself, so another face of it has no wall.
const plain = await createRecords({ ...engine, pool: new Proxy(engine.pool, {}), log });

const at = new Date();
const memory = (id) => ({
  ...{ id, ownerEntityId: null, tier: 'semantic', content: `Memory ${id}.`, context: null, speaker: null },
  ...{ sourceArtifactId: null, sourceEventId: null, importanceScore: 0.5, accessCount: 0, lastAccessedAt: at },
  ...{ recencyAt: at, occurredAt: at, metadata: {}, tags: [], createdAt: at, updatedAt: at, tierSince: at },
  ...{ confidence: null, provenance: null, contentHash: id, contextSourceIds: [], factKeys: [], wordKeys: [] },
  ...{ marks: [], language: null, reading: null, invalidAt: null, supersededById: null, span: null, dueAt: null },
});
const ids = Array.from({ length: ROWS }, () => randomUUID());
for (let tenant = 0; tenant < TENANTS; tenant += 1) {
  const { memories } = plain.forTenant(`tenant-${tenant}`);
  for (let from = 0; from < ROWS; from += 500) await memories.insert(ids.slice(from, from + 500).map(memory));
}
await engine.pool.query('analyze');

const filter = { includeSuperseded: false, includeArchived: false };
const calls = {
  'one memory by its id': ({ memories }, run) => memories.get(ids[run]),
  'a hundred by their ids': ({ memories }, run) => memories.getMany(ids.slice(run, run + 100), filter),
  'the lists of a question': ({ memories }) => memories.lists(filter, 1000, 10),
  'a page of the list': ({ memories }) =>
    memories.page({ filter, sortBy: 'createdAt', sortOrder: 'desc', limit: 20, offset: 0 }),
  'one memory stored': ({ memories }) => memories.insert([memory(randomUUID())]),
};
const median = (times) => times.sort((one, other) => one - other)[times.length >> 1].toFixed(2);
console.log(`| ${engine.kind}, ms (p50 of ${RUNS}) | with the wall | without it |\n| --- | --- | --- |`);
for (const [name, call] of Object.entries(calls)) {
  const times = { walled: [], plain: [] };
  for (let run = 0; run < RUNS + 50; run += 1) {
    const order = run % 2 ? ['walled', 'plain'] : ['plain', 'walled'];
    for (const which of order) {
      const own = (which === 'walled' ? walled : plain).forTenant('tenant-3');
      const begin = performance.now();
      await call(own, run);
      if (run >= 50) times[which].push(performance.now() - begin);
    }
  }
  console.log(`| ${name} | ${median(times.walled)} | ${median(times.plain)} |`);
}
await walled.close();
await plain.close();
await engine.close();
