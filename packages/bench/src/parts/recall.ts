import { createQuestions } from '../data/questions.js';
import { type Client, expectSuccess } from '../measure/client.js';
import { closedLoop, type Sample, type Send } from '../measure/closed-loop.js';
import type { Options } from '../options.js';
import type { Progress } from '../report/progress.js';
import { createAsk } from './ask.js';
import { tenantOf } from './fill.js';

/** The control is the query that is the greater part of the work; one sample for each pass. */
export interface RecallCell {
  size: number;
  name: string;
  sample: Sample[];
  control: Sample[];
}

interface Plan {
  name: string;
  path: string;
  body(text: string): object;
}

const plans: Plan[] = [
  { name: 'POST /context/build', path: '/context/build', body: (currentInput) => ({ currentInput }) },
  {
    name: 'POST /context/build, 500 tokens, goal',
    path: '/context/build',
    body: (currentInput) => ({ currentInput, maxTokens: 500, goal: 'Help with the plans of the week.' }),
  },
  { name: 'POST /validate', path: '/validate', body: (claim) => ({ claim }) },
];

const createSend = (client: Client, size: number, { path, body }: Plan, seed: number): Send => {
  const question = createQuestions('words of the memories', seed);
  return async () => expectSuccess(await client.post(path, tenantOf(size), JSON.stringify(body(question()))));
};

const WARM_UP = 10;

export async function measureRecall(client: Client, options: Options, progress: Progress): Promise<RecallCell[]> {
  const { sizes, passes, requests, seconds } = options;
  const cells: RecallCell[] = [];
  for (const size of sizes.toReversed()) {
    for (const plan of plans) {
      progress.say(`recall: ${plan.name}, ${size} memories`);
      const cell: RecallCell = { size, name: plan.name, sample: [], control: [] };
      await closedLoop(createSend(client, size, plan, 1), { connections: 1, requests: WARM_UP, seconds });
      for (let pass = 1; pass <= passes; pass += 1) {
        const limits = { connections: 1, requests, seconds };
        const seed = 5000 * pass;
        cell.control.push(await closedLoop(createAsk(client, { size, seed }), limits));
        cell.sample.push(await closedLoop(createSend(client, size, plan, seed + 1), limits));
      }
      cells.push(cell);
    }
  }
  return cells;
}
