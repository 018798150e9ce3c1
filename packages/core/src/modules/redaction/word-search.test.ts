import { describe, expect, it } from 'vitest';
import { placesIn } from '../text/places-in.js';
import { createWordSearch } from './word-search.js';

const history = (entries: number, said = (entry: number) => `Ann keeps ${entry} bees.`) => {
  let readings = 0;
  const wordings = {
    async *[Symbol.asyncIterator]() {
      readings += 1;
      for (let entry = 0; entry < entries; entry += 1) yield said(entry);
    },
  };
  return { wordings, readings: () => readings };
};

const text = 'Ann keeps 7 bees.';

describe('the words of a deletion', () => {
  it.each([
    ['once, when there is room for what was made of them', 1024 * 1024, 1],
    ['for each look, when there is none', 20_000, 5],
  ])('that are many are read %s', async (_when, room, times) => {
    const search = createWordSearch(room);
    const { wordings, readings } = history(3000);
    for (let look = 0; look < 5; look += 1) {
      const places = await placesIn([`${look}: ${text}`], search.batchesOf([{ wordings }]));
      expect(places.get(`${look}: ${text}`)).toEqual([{ start: 3, end: 20 }]);
    }
    expect(readings()).toBe(times);
  });

  it('of many memories with few words each are looked for together', async () => {
    const search = createWordSearch();
    const short = Array.from({ length: 100 }, (_, at) => ({ wordings: [`Ann keeps ${at} bees.`] }));
    const { wordings } = history(3000, (entry) => `Ben keeps ${entry} bees.`);
    const count = async () => {
      let batches = 0;
      for await (const _batch of search.batchesOf([...short, { wordings }, ...short])) batches += 1;
      return batches;
    };
    expect(await count()).toBe(2);
    expect(await count()).toBe(2);
    const both = `${text} Ben keeps 2999 bees.`;
    const places = await placesIn([both], search.batchesOf([...short, { wordings }]));
    expect(places.get(both)?.toSorted((first, second) => first.start - second.start)).toEqual([
      { start: 0, end: 17 },
      { start: 18, end: 38 },
    ]);
  });

  it('are looked for with plain line ends where a text is shown with them', async () => {
    const search = createWordSearch();
    const { wordings, readings } = history(3000, (entry) => `Ann keeps\r${entry} bees.`);
    const shown = 'Ann keeps\n7 bees.';
    for (let look = 0; look < 3; look += 1)
      expect((await placesIn([shown], search.plainBatchesOf([{ wordings }]))).get(shown)).toHaveLength(1);
    expect((await placesIn([shown], search.batchesOf([{ wordings }]))).get(shown)).toEqual([]);
    expect(readings()).toBe(2);
  });

  it('that are many are held for one memory at a time', async () => {
    let open = 0;
    const most: number[] = [];
    const long = Array.from({ length: 20 }, (_, memory) => ({
      wordings: {
        async *[Symbol.asyncIterator]() {
          open += 1;
          most.push(open);
          try {
            for (let entry = 0; entry < 3; entry += 1) yield `Ann keeps ${memory} bees. `.repeat(800);
          } finally {
            open -= 1;
          }
        },
      },
    }));
    const places = await placesIn([text], createWordSearch(0).batchesOf([{ wordings: [text] }, ...long]));
    expect(places.get(text)).toEqual([{ start: 0, end: 17 }]);
    expect(most).toEqual(Array(20).fill(1));
    // Whoever has found what it looks for reads no further.
    for await (const _batch of createWordSearch(0).batchesOf(long)) break;
    expect([most.length, open]).toEqual([21, 0]);
  });
});
