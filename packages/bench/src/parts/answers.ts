import type { Hippocamp } from '@hippocamp/sdk';
import { askWorld } from '../answers/asking.js';
import { type AskedWorld, type Judgement, judge } from '../answers/judge.js';
import type { World } from '../answers/read-world.js';
import { type WrittenWorld, writeWorld } from '../answers/writing.js';
import { clientOf } from '../measure/client-of.js';
import type { Options } from '../options.js';
import { startGateway, waitForOutbox } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';
import type { Weights } from './ask.js';

export interface Answers {
  weights: string;
  rows: Judgement[];
  asked: AskedWorld[];
}

export interface AnswersPart {
  part: 'answers' | 'languages';
  worlds: readonly World[];
}

const plans: { name: string; weights?: Weights }[] = [
  { name: 'default' },
  { name: 'semantic only', weights: { semantic: 1 } },
];

async function writeAll(memory: Hippocamp, url: string, worlds: readonly World[]): Promise<WrittenWorld[]> {
  const now = new Date();
  const written: WrittenWorld[] = [];
  for (const world of worlds) written.push(await writeWorld(memory, world, now));
  await waitForOutbox(url);
  return written;
}

async function askAll(memory: Hippocamp, written: readonly WrittenWorld[], say: Progress['say']): Promise<Answers[]> {
  const answers: Answers[] = [];
  for (const { name, weights } of plans) {
    say(`weights ${name}`);
    const asked: AskedWorld[] = [];
    for (const world of written) asked.push(await askWorld(memory, world, weights));
    answers.push({ weights: name, rows: judge(asked), asked });
  }
  return answers;
}

export async function measureAnswers(
  { part, worlds }: AnswersPart,
  { embedder }: Pick<Options, 'embedder'>,
  progress: Progress,
): Promise<Answers[]> {
  const say = (text: string) => progress.say(`${part}: ${text}`);
  say('writing the worlds');
  const gateway = await startGateway(temporaryFolder(), embedder);
  const memory = clientOf(gateway.url);
  try {
    return await askAll(memory, await writeAll(memory, gateway.url, worlds), say);
  } finally {
    await gateway.stop();
  }
}
