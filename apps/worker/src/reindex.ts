import { runOnceOnly } from '@hippocamp/runtime/program';
import { reindexAll } from '@hippocamp/runtime/reindex-all';
import { readSettings } from '@hippocamp/runtime/settings';

/** The new index answers, and lacks vectors. */
const INCOMPLETE = 2;

runOnceOnly(async () => {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const refused = await reindexAll(readSettings(), ({ stage, tenants, rows }) => {
    process.stdout.write(`${seconds().padStart(9)}  ${stage.padEnd(9)} ${tenants} tenants, ${rows} rows\n`);
  });
  process.stdout.write(`Done in ${seconds()}. The new index answers.\n`);
  if (refused.length === 0) return;
  const names = refused.map(({ tenant, id }) => `${tenant} ${id}\n`).join('');
  process.stderr.write(`The embedder refuses these memories (tenant and id), so that only words find them:\n${names}`);
  process.exitCode = INCOMPLETE;
});
