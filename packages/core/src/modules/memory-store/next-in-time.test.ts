import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextInTime, type Told } from './next-in-time.js';

const told = fc.record({
  subject: fc.constantFrom('home', 'work'),
  at: fc.integer({ min: 0, max: 5 }),
  text: fc.constantFrom('Oslo', 'Porto', 'Ghent'),
});

const slowly = (all: readonly Told[], one: Told) =>
  all
    .toSorted((first, second) => first.at - second.at)
    .find((other) => other.subject === one.subject && other.at > one.at && other.text !== one.text);

it('is the first later one of the subject that says something else', () => {
  fc.assert(
    fc.property(fc.array(told, { maxLength: 30 }), (all) => {
      const next = nextInTime(all);
      for (const one of all) expect(next.get(one)).toBe(slowly(all, one));
    }),
  );
});

it.each([
  ['at one time', () => 0],
  ['one after the other', (place: number) => place],
])('looks at each a few times only: 20,000 of one text, %s', (_how, at) => {
  let looks = 0;
  const all = Array.from({ length: 20_000 }, (_one, place): Told => {
    const text = 'Oslo';
    return {
      subject: 'home',
      at: at(place),
      get text() {
        looks += 1;
        return text;
      },
    };
  });
  expect(nextInTime(all).size).toBe(0);
  expect(looks).toBeLessThan(5 * all.length);
});
