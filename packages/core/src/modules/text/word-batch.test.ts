import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../ports/records.js';
import { holdsWording, occurrences } from './occurrences.js';
import { redact } from './redaction.js';
import { batchesOf, createWordBatch } from './word-batch.js';

/** So few different ones that wordings overlap, repeat, and begin or end within words. */
const text = (length: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', 'é', '里', '🦊', '\ud83e', '\n'), maxLength: length });
const given = fc.record({
  wordings: fc.array(text(14), { maxLength: 12 }),
  texts: fc.array(text(60), { minLength: 1, maxLength: 4 }),
});

const keys = (spans: readonly Span[]) => [...new Set(spans.map(({ start, end }) => `${start}-${end}`))].sort();

const never = () => {
  throw new Error('a wording was looked for by itself');
};
/** It has been asked so often that it looks for all at once. */
async function looksTogether(wordings: readonly string[], asked = 20_000) {
  let isWarm = false;
  const batch = createWordBatch(wordings, {
    occurrences: () => (isWarm ? never() : []),
    holdsWording: () => (isWarm ? never() : false),
  });
  await batch.placesIn('x'.repeat(asked));
  isWarm = true;
  return batch;
}

describe('wordings that are looked for together', () => {
  it('stand where each stands by itself', async () => {
    const check = fc.asyncProperty(given, async ({ wordings, texts }) => {
      const batch = await looksTogether(wordings);
      for (const one of texts) {
        const singly = wordings.flatMap((wording) => occurrences(one, wording));
        expect(keys(await batch.placesIn(one))).toEqual(keys(singly));
      }
    });
    await fc.assert(check, { numRuns: 300 });
  });

  it('are held by the contexts that hold one of them', async () => {
    const check = fc.asyncProperty(given, text(20), async ({ wordings, texts }, after) => {
      const batch = await looksTogether(wordings);
      const cut = wordings.map((wording) => `${wording.slice(-9)}${after}`);
      for (const one of [...texts, ...cut, '']) {
        expect(await batch.isHeldBy(one)).toBe(wordings.some((wording) => holdsWording(one, wording)));
      }
    });
    await fc.assert(check, { numRuns: 300 });
  });

  it('stand where they do when they are long', async () => {
    const long = `${'ab '.repeat(99)}abab.`;
    const batch = await looksTogether([long, 'abab', long.slice(0, 280)], 400_000);
    const one = `${long} ${long.slice(0, -2)} x ${long} abab`;
    const singly = [long, 'abab', long.slice(0, 280)].flatMap((wording) => occurrences(one, wording));
    expect(keys(await batch.placesIn(one))).toEqual(keys(singly));
  });

  it('let others go on, and hold no more places than are told apart', async () => {
    const most = 20_000;
    const batch = await looksTogether(
      Array.from({ length: 200 }, (_, at) => '里'.repeat(at + 1)),
      200_000,
    );
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const places = await batch.placesIn('里'.repeat(most));
    clearImmediate(next);
    expect(turns).toBeGreaterThan(1);
    expect(places.length).toBeLessThan(most);
    expect(redact('里'.repeat(most), places, [])).toBe('█'.repeat(most));
  });
});

describe('a batch of wordings', () => {
  const wordings = Array.from({ length: 500 }, (_, number) => `Ann has kept ${number} bees in her garden.`);

  it.each(['placesIn', 'isHeldBy'] as const)('is not looked for one by one in text after text: %s', async (how) => {
    let looks = 0;
    const batch = createWordBatch(wordings, {
      occurrences: (...asked) => {
        looks += 1;
        return occurrences(...asked);
      },
      holdsWording: (...asked) => {
        looks += 1;
        return holdsWording(...asked);
      },
    });
    const lookThrough = async (texts: number) => {
      for (let number = 0; number < texts; number += 1) await batch[how](`Text ${number} is about Quartzheim.`);
      return looks;
    };
    const before = await lookThrough(200);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(200 * wordings.length);
    expect(await lookThrough(2000)).toBe(before);
  });

  it('is as large as may be held', async () => {
    const sizes: number[] = [];
    for await (const { units } of batchesOf(wordings.slice(0, 5), 70)) sizes.push(units);
    expect(sizes).toEqual([102, 68]);
  });
});
