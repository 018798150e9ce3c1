import { expect, it } from 'vitest';
import { createBreaker } from './breaker.js';

it('rests after so many failures in a row, lets one through after it, and all once that went well', () => {
  let now = 0;
  const breaker = createBreaker(5, 30_000, () => now);
  for (let call = 0; call < 4; call += 1) breaker.went(false);
  breaker.went(true);
  for (let call = 0; call < 5; call += 1) {
    expect(breaker.rests()).toBe(false);
    breaker.went(false);
  }
  expect(breaker.rests()).toBe(true);
  now = 30_000;
  expect(breaker.rests()).toBe(false);
  breaker.begins();
  expect(breaker.rests()).toBe(true);
  breaker.went(true);
  expect(breaker.rests()).toBe(false);
});

it('rests as long as it is asked to, whatever goes well meanwhile', () => {
  let now = 0;
  const breaker = createBreaker(5, 30_000, () => now);
  breaker.restFor(10_000);
  breaker.restFor(1000);
  breaker.went(true);
  now = 9999;
  expect(breaker.rests()).toBe(true);
  now = 10_000;
  expect(breaker.rests()).toBe(false);
});
