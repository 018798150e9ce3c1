import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** The control for what the engine alone costs: an empty PGlite in a thread. */
async function serve(): Promise<void> {
  const database = await PGlite.create({ dataDir: String(workerData) });
  await database.query('select 1');
  parentPort?.on('message', () => {
    void database.close().then(() => process.exit(0));
  });
  parentPort?.postMessage('ready');
}

function host(): void {
  const worker = new Worker(new URL(import.meta.url), { workerData: process.argv[2] });
  worker.on('message', () => process.stdout.write(`${JSON.stringify({ url: 'none', msg: 'listening' })}\n`));
  worker.on('exit', () => process.exit(0));
  process.on('SIGTERM', () => worker.postMessage('close'));
}

if (isMainThread) host();
else await serve();
