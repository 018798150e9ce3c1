import { runOnceOnly } from '@hippocamp/runtime/program';
import { reindexAll } from '@hippocamp/runtime/reindex-all';
import { readSettings } from '@hippocamp/runtime/settings';

runOnceOnly(async () => {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  await reindexAll(readSettings(), ({ stage, tenants, rows }) => {
    process.stdout.write(`${seconds().padStart(9)}  ${stage.padEnd(9)} ${tenants} tenants, ${rows} rows\n`);
  });
  process.stdout.write(`Done in ${seconds()}. The new index answers.\n`);
});
