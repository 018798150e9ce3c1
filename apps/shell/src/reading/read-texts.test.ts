import { type Hippocamp, HippocampProblem } from '@hippocamp/sdk';
import { expect, it } from 'vitest';
import { readTexts } from './read-texts.js';

const answer = { traceId: 'trace', status: 'done', summary: { accepted: 1, rejected: 3 } };
const rejectedMemories = [{ reviewId: 'review' }, {}, {}];

const service = () =>
  ({
    artifacts: {
      async read(id: string) {
        if (id === 'third')
          throw new HippocampProblem({ problem: 'unprocessable', status: 422, title: '', detail: 'no' });
        return id === 'first' ? { ...answer, rejectedMemories } : { ...answer, status: 'processing' };
      },
    },
    ingests: { wait: async () => ({ ...answer, rejectedMemories: [] }) },
  }) as unknown as Hippocamp;

const texts = ['first', 'second', 'third'].map((id) => ({ id }));

it('counts what became of the texts, and goes on after one that is refused', async () => {
  const seen: number[] = [];
  const { signal } = new AbortController();
  const found = await readTexts(service(), texts, { signal, onProgress: (done) => seen.push(done) });
  expect(found).toMatchObject({ read: 2, kept: 2, repeats: 5, waiting: 1, refused: [{ id: 'third' }] });
  expect(seen).toEqual([0, 1, 2]);
});

it('ends when it is told to', async () => {
  const reading = { signal: AbortSignal.abort(), onProgress: () => undefined };
  await expect(readTexts(service(), texts, reading)).rejects.toThrow('aborted');
});
