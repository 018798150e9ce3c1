import { expect, it } from 'vitest';
import { lazily } from './lazily.js';

it('makes a member once, and none that nobody asks for', () => {
  const made: string[] = [];
  const make = (name: string) => () => {
    made.push(name);
    return { name };
  };
  const object = lazily({ first: make('first'), second: make('second') });
  expect(made).toEqual([]);
  expect(object.first).toBe(object.first);
  expect(made).toEqual(['first']);
  expect({ ...object }).toEqual({ first: { name: 'first' }, second: { name: 'second' } });
});
