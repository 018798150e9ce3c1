import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '../service-process.js';
import { asRecorded, recordExamples } from './record.js';

/** Writes the examples of the document anew from the answers of a service with the models that ship. */

const target = new URL('../../../shared/src/operations/recorded-examples.ts', import.meta.url);

const pageOf = (examples: unknown) => `import type { RecordedExamples } from './recorded-example.js';

/** Written by \`npm run examples\`: what a service answered, with ids and times of their own. */
export const recordedExamples: RecordedExamples = ${JSON.stringify(examples)};
`;

const folder = await mkdtemp(join(tmpdir(), 'hippocamp-examples-'));
const service = await startServiceProcess('gateway', { ...asRecorded, HIPPOCAMP_DATA: join(folder, 'data') });
try {
  await writeFile(target, pageOf(await recordExamples(service.url)));
} finally {
  await service.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
