import { describe, expect, it } from 'vitest';
import { createBreaker, createServerBreaker } from './breaker.js';

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

const [HALF_A_MINUTE, FIVE] = [30_000, 5];

/** A server that fails the tenants in `failing`, asked at the time that is told. */
const serving = () => {
  let time = 0;
  const server = createServerBreaker(() => time);
  const failing = new Set<string>();
  const ask = (tenant: string) => {
    if (!server.mayAsk(tenant)) return 'rests';
    server.went(tenant, !failing.has(tenant));
    return failing.has(tenant) ? 'fails' : 'answers';
  };
  const times = (count: number, tenant: string) => Array.from({ length: count }, () => ask(tenant));
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { server, failing, ask, times, pass };
};

describe('a server that fails', () => {
  it('one tenant alone, rests for that one, again and again', () => {
    const { failing, ask, times, pass } = serving();
    failing.add('a');
    expect(times(FIVE + 1, 'a').at(-1)).toBe('rests');
    expect(ask('b')).toBe('answers');
    for (let round = 0; round < 3; round += 1) {
      pass(HALF_A_MINUTE);
      expect(times(2, 'a')).toEqual(['fails', 'rests']);
      expect(ask('b')).toBe('answers');
    }
    failing.clear();
    pass(HALF_A_MINUTE);
    expect(times(9, 'a')).not.toContain('rests');
  });

  it('two tenants in a row of five, rests for all', () => {
    const { server, failing, ask, times, pass } = serving();
    failing.add('a').add('b');
    times(FIVE - 1, 'a');
    expect(server.rests()).toBe(false);
    expect([ask('b'), ask('c'), ask('a')]).toEqual(['fails', 'rests', 'rests']);
    expect(server.rests()).toBe(true);
    pass(HALF_A_MINUTE);
    expect([ask('a'), ask('b'), ask('c')]).toEqual(['fails', 'fails', 'rests']);
    failing.clear();
    pass(HALF_A_MINUTE);
    expect([ask('c'), ask('a'), ask('b')]).toEqual(['answers', 'answers', 'answers']);
  });

  it('is not rested for all again by the tenant that tries it first', () => {
    const { failing, ask, times, pass } = serving();
    failing.add('a').add('b');
    times(FIVE - 1, 'a');
    ask('b');
    failing.delete('b');
    pass(HALF_A_MINUTE);
    expect([ask('a'), ask('a'), ask('b'), ask('c')]).toEqual(['fails', 'rests', 'answers', 'answers']);
  });

  it('is tried by one while the others wait, and calls from before end no rest', () => {
    const { server, failing, pass, ask, times } = serving();
    failing.add('a').add('b');
    const began = Array.from({ length: FIVE + 3 }, () => server.mayAsk('c'));
    expect(began).not.toContain(false);
    times(FIVE - 1, 'a');
    ask('b');
    for (const _ of began) server.went('c', false);
    expect([ask('d'), ask('e')]).toEqual(['rests', 'rests']);
    pass(HALF_A_MINUTE);
    expect([server.mayAsk('d'), server.mayAsk('e')]).toEqual([true, false]);
    server.went('d', true);
    expect(server.mayAsk('e')).toBe(true);
  });

  it('is left alone by one tenant as long as it asks, whatever goes well meanwhile', () => {
    const { server, failing, ask, pass } = serving();
    failing.add('a');
    ask('a');
    server.restFor(10_000, 'a');
    server.went('a', true);
    expect([ask('a'), ask('b'), server.rests()]).toEqual(['rests', 'answers', true]);
    failing.clear();
    pass(10_000);
    expect([ask('a'), ask('b'), server.rests()]).toEqual(['answers', 'answers', false]);
  });

  it('is left alone by all as long as it asks', () => {
    const { server, ask, pass } = serving();
    server.restFor(10_000);
    expect([ask('a'), ask('b')]).toEqual(['rests', 'rests']);
    pass(10_000);
    expect([ask('a'), ask('b')]).toEqual(['answers', 'answers']);
  });
});
