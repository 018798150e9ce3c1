import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from '../reading/labelled.js';
import { openReadingModel } from '../setups/reading-parts.js';
import { confusionOf, type JudgedPair, judgePairs, type LabelledPair } from './pairs.js';
import type { ReadingModel } from './readers.js';

const apart = [1, 2, 3, 4, 5, 6, 7].flatMap((hand) => linesOf<LabelledPair>(`pairs-apart/a${hand}.jsonl`));
const named = ({ a, b, ...rest }: LabelledPair): LabelledPair => ({ ...rest, a: `Kwame: ${a}`, b: `Kwame: ${b}` });
const lost = (judged: readonly JudgedPair[]) => judged.filter(({ want, said }) => said === 'same' && want !== 'same');

describe('pairs by the model that ships', () => {
  let model: ReadingModel;
  beforeAll(async () => {
    model = await openReadingModel();
  });
  afterAll(() => model.close());

  it('are judged as an ingest of the newer sentence would judge them', async () => {
    const judged = await judgePairs(
      [
        { a: 'My sister Ida lives in Porto.', b: 'Ida, my sister, lives in Porto.', want: 'same' },
        { a: 'My sister Ida lives in Porto.', b: 'My sister Ida moved to Faro.', want: 'conflict' },
        { a: 'My sister Ana lives in Lima.', b: 'My sister Rosa lives in Cusco.', want: 'different' },
        { a: 'I smoke.', b: 'I quit smoking in March.', want: 'conflict' },
      ],
      model.pairReader,
    );
    expect(judged.map(({ said }) => said)).toEqual(['same', 'conflict', 'different', 'conflict']);
    expect(confusionOf(judged).conflict).toEqual({ same: 0, conflict: 2, asked: 0, different: 0 });
  });

  const isLong = { tags: ['long'], timeout: 400_000 };
  it('that differ in one thing that matters are never taken for the same', isLong, async () => {
    expect(apart.length).toBeGreaterThan(600);
    expect(lost(await judgePairs(apart, model.pairReader))).toEqual([]);
    expect(lost(await judgePairs(apart.map(named), model.pairReader))).toEqual([]);
  });

  it('of which every fifth tells how many', async () => {
    const some = apart.filter((_, place) => place % 5 === 0);
    const found = confusionOf(await judgePairs(some, model.pairReader));
    expect(found).toMatchInlineSnapshot(`
      {
        "conflict": {
          "asked": 1,
          "conflict": 10,
          "different": 42,
          "same": 0,
        },
        "different": {
          "asked": 0,
          "conflict": 1,
          "different": 67,
          "same": 0,
        },
        "same": {
          "asked": 0,
          "conflict": 1,
          "different": 12,
          "same": 3,
        },
      }
    `);
  });
});

it('without a model are all kept but for equal text', async () => {
  const judged = await judgePairs([
    { a: 'I smoke.', b: 'i smoke', want: 'same' },
    { a: 'I smoke.', b: 'I quit smoking in March.', want: 'conflict' },
  ]);
  expect(judged.map(({ said }) => said)).toEqual(['same', 'different']);
});
