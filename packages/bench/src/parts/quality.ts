import { readFile } from 'node:fs/promises';
import type { EmbedderName, Options } from '../options.js';
import { calibrate } from '../quality/calibrate.js';
import type { Conversation } from '../quality/conversations.js';
import { readLocomo } from '../quality/locomo.js';
import { measureQuality as measureMethods } from '../quality/measure.js';
import { proposalLines, reportLines } from '../quality/report.js';
import { measureService } from '../quality/service.js';
import type { Progress } from '../report/progress.js';
import { openEmbedderParts } from '../setups/embedder-parts.js';

async function measureInside(conversations: readonly Conversation[], name: EmbedderName, withProposal: boolean) {
  const embedder = await openEmbedderParts(name);
  try {
    const report = await measureMethods(embedder, conversations);
    return { report, proposal: withProposal ? await calibrate(embedder, conversations) : null };
  } finally {
    await embedder.close();
  }
}

async function measureEmbedder(
  conversations: readonly Conversation[],
  name: EmbedderName,
  { calibrate: withProposal }: Options,
  progress: Progress,
): Promise<string[]> {
  progress.say(`quality: ${name}, the formula and its controls`);
  const { report, proposal } = await measureInside(conversations, name, withProposal);
  progress.say(`quality: ${name}, through the service`);
  const service = await measureService(conversations, name, progress);
  const lines = reportLines({ ...report, methods: [service, ...report.methods] });
  return proposal ? [...lines, '', ...proposalLines(proposal)] : lines;
}

export async function measureQuality(options: Options, progress: Progress): Promise<string[]> {
  const conversations = readLocomo(await readFile(options.set ?? '', 'utf8'));
  const lines: string[] = [];
  for (const name of options.embedders) {
    if (lines.length > 0) lines.push('');
    lines.push(...(await measureEmbedder(conversations, name, options, progress)));
  }
  return lines;
}
