import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '../service-process.js';
import { asRecorded, recordExamples } from './record.js';

/** Writes the examples of the document anew from the answers of a service with the models that ship. */

const target = new URL('../../../shared/src/operations/recorded-examples.json', import.meta.url);

const folder = await mkdtemp(join(tmpdir(), 'hippocamp-examples-'));
const service = await startServiceProcess('gateway', { ...asRecorded, HIPPOCAMP_DATA: join(folder, 'data') });
try {
  await writeFile(target, `${JSON.stringify(await recordExamples(service.url), null, 2)}\n`);
} finally {
  await service.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
