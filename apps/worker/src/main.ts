import { startProbes } from '@hippocamp/runtime/probes';
import { runProgram } from '@hippocamp/runtime/program';
import { readSettings } from '@hippocamp/runtime/settings';
import { createWorker } from '@hippocamp/runtime/worker';

runProgram('WORKER_PORT', async () => {
  const settings = readSettings();
  const worker = await createWorker(settings);
  const probes = await startProbes(worker, { host: settings.host, port: settings.workerPort }).catch(
    async (error: unknown) => {
      await worker.close();
      throw error;
    },
  );
  const { log, about } = worker;
  log.info({ url: probes.url, ...about }, 'working');
  return {
    log,
    async stop() {
      worker.retire();
      await worker.close();
      await probes.close();
    },
  };
});
