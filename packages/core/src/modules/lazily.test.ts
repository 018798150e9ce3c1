import { expect, it } from 'vitest';
import { around, lazily, type Method } from './lazily.js';

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

it('puts something around each method, those of members too, but those made otherwise', async () => {
  const called: string[] = [];
  const port = {
    kind: 'port',
    ask: async () => 'asked',
    member: { ask: async () => 'asked of a member' },
    own: async () => 'as it was',
  };
  const wrap =
    (method: Method): Method =>
    (...parameters) => {
      called.push('around');
      return method(...parameters);
    };
  const wrapped = around(port, wrap, { own: async () => 'otherwise' });
  expect([wrapped.kind, await wrapped.ask(), await wrapped.member.ask(), await wrapped.own()]).toEqual([
    'port',
    'asked',
    'asked of a member',
    'otherwise',
  ]);
  expect(called).toEqual(['around', 'around']);
});
