import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { clientOf } from '../measure/client-of.js';
import type { EmbedderName, Options } from '../options.js';
import { startGateway } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';
import { together, type Way } from '../whole-way/figures.js';
import { measureTalk } from '../whole-way/measure.js';
import { readSet } from '../whole-way/read-set.js';
import { readShipped } from '../whole-way/read-shipped.js';
import type { Talk } from '../whole-way/talks.js';
import { type Many, measureMany } from './many-messages.js';

export interface WholeWay {
  sets: { name: string; way: Way }[];
  many: Many[];
}

async function measureSet(talks: readonly Talk[], embedder: EmbedderName, progress: Progress): Promise<Way> {
  const gateway = await startGateway(temporaryFolder(), embedder);
  const memory = clientOf(gateway.url);
  const ways: Way[] = [];
  try {
    for (const talk of talks) {
      progress.say(`whole-way: ${talk.id}, ${ways.length + 1} of ${talks.length}`);
      ways.push(await measureTalk(memory, talk, progress));
    }
  } finally {
    await gateway.stop();
  }
  return together(ways);
}

export async function measureWholeWay(results: WholeWay, options: Options, progress: Progress): Promise<void> {
  const { embedder, sets, conversations, messages } = options;
  const shipped = readShipped();
  const given = [{ name: 'shipped', talks: shipped }];
  // All files are read before the first talk is told, so that a wrong path fails at once.
  for (const path of sets) {
    given.push({ name: basename(path), talks: readSet(await readFile(path, 'utf8')).slice(0, conversations) });
  }
  for (const { name, talks } of given) results.sets.push({ name, way: await measureSet(talks, embedder, progress) });
  if (messages > 0) await measureMany(results.many, shipped, { embedder, messages }, progress);
}
