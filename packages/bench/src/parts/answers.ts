import { askWorld } from '../answers/asking.js';
import { type AskedWorld, type Judgement, judge } from '../answers/judge.js';
import { worlds } from '../answers/worlds.js';
import { type WrittenWorld, writeWorld } from '../answers/writing.js';
import { type Client, createClient } from '../measure/client.js';
import type { Options } from '../options.js';
import { startGateway, waitForOutbox } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';
import type { Weights } from './ask.js';

export interface Answers {
  /** How the questions were asked. */
  weights: string;
  rows: Judgement[];
  asked: AskedWorld[];
}

/** The weights of the service, and as a control relevance alone. */
const plans: { name: string; weights?: Weights }[] = [
  { name: 'default' },
  { name: 'semantic only', weights: { semantic: 1 } },
];

async function writeAll(client: Client, url: string): Promise<WrittenWorld[]> {
  const now = new Date();
  const written: WrittenWorld[] = [];
  for (const world of worlds) written.push(await writeWorld(client, world, now));
  await waitForOutbox(url);
  return written;
}

async function askAll(client: Client, written: readonly WrittenWorld[], progress: Progress): Promise<Answers[]> {
  const answers: Answers[] = [];
  for (const { name, weights } of plans) {
    progress.say(`answers: weights ${name}`);
    const asked: AskedWorld[] = [];
    for (const world of written) asked.push(await askWorld(client, world, weights));
    answers.push({ weights: name, rows: judge(asked), asked });
  }
  return answers;
}

/** One gateway on a folder of its own, one tenant a world. */
export async function measureAnswers({ embedder }: Pick<Options, 'embedder'>, progress: Progress): Promise<Answers[]> {
  progress.say('answers: writing the worlds');
  const gateway = await startGateway(temporaryFolder(), embedder);
  const client = createClient(gateway.url);
  try {
    return await askAll(client, await writeAll(client, gateway.url), progress);
  } finally {
    client.close();
    await gateway.stop();
  }
}
