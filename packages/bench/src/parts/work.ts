import { envelope } from '@hippocamp/shared/schemas/common';
import { type QueryAnswer, queryAnswer } from '@hippocamp/shared/schemas/query';
import { type QuestionKind, questionKinds } from '../data/questions.js';
import type { Client } from '../measure/client.js';
import { closedLoop } from '../measure/closed-loop.js';
import type { Progress } from '../report/progress.js';
import { createAsk, type Weights } from './ask.js';

export const weightings: readonly { name: string; weights: Weights }[] = [
  { name: 'default', weights: undefined },
  { name: 'semantic only', weights: { semantic: 1 } },
  { name: 'recency-heavy', weights: { semantic: 0.2, recency: 0.7, importance: 0.1 } },
];

export interface WorkCell {
  size: number;
  weighting: string;
  kind: QuestionKind;
  answers: { milliseconds: number; results: number; approximate: boolean; explain: Explain }[];
}

export type Explain = NonNullable<QueryAnswer['explain']>;

const schema = envelope(queryAnswer);

const QUESTIONS = 20;
const SECONDS = 10;

async function measureCell(client: Client, cell: WorkCell, weights: Weights, seed: number): Promise<void> {
  const ask = createAsk(client, { size: cell.size, kind: cell.kind, weights, explain: true, seed });
  const send = async () => {
    const answer = await ask();
    const { results, approximate = false, explain } = schema.parse(JSON.parse(answer.text)).data;
    if (!explain) throw new Error('the answer does not explain itself');
    cell.answers.push({ milliseconds: answer.milliseconds, results: results.length, approximate, explain });
    return answer;
  };
  const { firstFailure } = await closedLoop(send, { connections: 1, requests: QUESTIONS, seconds: SECONDS });
  if (firstFailure !== null) throw new Error(firstFailure);
}

export async function measureWork(client: Client, sizes: readonly number[], progress: Progress): Promise<WorkCell[]> {
  const cells: WorkCell[] = [];
  for (const size of sizes.toReversed()) {
    for (const [index, { name, weights }] of weightings.entries()) {
      for (const kind of questionKinds) {
        const cell: WorkCell = { size, weighting: name, kind, answers: [] };
        progress.say(`work: ${size} memories, ${name}, ${kind}`);
        await measureCell(client, cell, weights, size + index);
        cells.push(cell);
      }
    }
  }
  return cells;
}
