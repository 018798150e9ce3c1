import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openEmbedderParts } from '@hippocamp/runtime/embedder-parts';
import { calibrate } from './calibrate.js';
import { readLocomo } from './locomo.js';
import { measureQuality } from './measure.js';
import { proposalLines, reportLines } from './report.js';

const usage = 'usage: node main.js --locomo <path of locomo.json> [--calibrate] [--words]\n';

const { values } = parseArgs({
  options: {
    locomo: { type: 'string' },
    calibrate: { type: 'boolean', default: false },
    words: { type: 'boolean', default: false },
  },
});

if (values.locomo === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const conversations = readLocomo(await readFile(values.locomo, 'utf8'));
  const embedder = await openEmbedderParts(values.words ? 'words' : 'local');
  const lines = reportLines(await measureQuality(embedder, conversations));
  if (values.calibrate) lines.push('', ...proposalLines(await calibrate(embedder, conversations)));
  await embedder.close();
  process.stdout.write(`${lines.join('\n')}\n`);
}
