import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createDefaultEmbedder } from '@hippocamp/runtime/embedder';
import { calibrate } from './calibrate.js';
import { readLocomo } from './locomo.js';
import { measureQuality } from './measure.js';
import { proposalLines, reportLines } from './report.js';

const usage = 'usage: node main.js --locomo <path of locomo.json> [--calibrate]\n';

const { values } = parseArgs({
  options: { locomo: { type: 'string' }, calibrate: { type: 'boolean', default: false } },
});

if (values.locomo === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const conversations = readLocomo(await readFile(values.locomo, 'utf8'));
  const embedder = await createDefaultEmbedder();
  const lines = reportLines(await measureQuality(embedder, conversations));
  if (values.calibrate) lines.push('', ...proposalLines(await calibrate(embedder, conversations)));
  process.stdout.write(`${lines.join('\n')}\n`);
}
