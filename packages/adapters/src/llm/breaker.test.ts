import { expect, it } from 'vitest';
import { createBreaker } from './breaker.js';

it('rests after five failures in a row, lets one through after it, and all once that went well', () => {
  let now = 0;
  const breaker = createBreaker(() => now);
  for (let call = 0; call < 4; call += 1) breaker.went(false);
  breaker.went(true);
  for (let call = 0; call < 5; call += 1) {
    expect(breaker.mayAsk()).toBe(true);
    breaker.went(false);
  }
  expect(breaker.mayAsk()).toBe(false);
  now = 30_000;
  expect([breaker.mayAsk(), breaker.mayAsk()]).toEqual([true, false]);
  breaker.went(true);
  expect([breaker.mayAsk(), breaker.mayAsk()]).toEqual([true, true]);
});
