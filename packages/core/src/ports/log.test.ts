import { Problem } from '@hippocamp/shared/problems';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LoggableError, withoutText } from './log.js';

const reasonOf = (error: unknown) => withoutText(error).reason;

describe('what a log line holds of an error', () => {
  it.each<[string, unknown, string | undefined]>([
    [
      'a refused connection',
      Object.assign(new Error('connect x'), { code: 'ECONNREFUSED', syscall: 'connect' }),
      'ECONNREFUSED connect',
    ],
    ['a silent server', new Error('Query read timeout'), 'Query read timeout'],
    ['an error made for it', new LoggableError('is out of memory'), 'is out of memory'],
    [
      'a cancelled statement',
      Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
      '57014 canceling statement due to statement timeout',
    ],
    [
      'a word of a wrong statement',
      Object.assign(new Error('syntax error at or near "secret"'), { code: '42601' }),
      '42601',
    ],
    [
      'wrong data',
      Object.assign(new Error('invalid input syntax: "secret"'), { code: '22P02', table: 'memories' }),
      '22P02; table memories',
    ],
    ['anything else', new Error('secret'), undefined],
  ])('%s', (_name, error, reason) => {
    expect(reasonOf(error)).toBe(reason);
    const problem = new Problem('dependency-unavailable', 'It does not answer.', { cause: error });
    expect(withoutText(problem)).toMatchObject({ error: 'dependency-unavailable' });
    expect(reasonOf(problem)).toBe(reason);
  });

  it('never holds the message of an unknown error, whatever that looks like', () => {
    const words = fc.stringMatching(/^[a-z ]{12,40}$/);
    fc.assert(
      fc.property(words, fc.constantFrom('', '\n    at '), (text, before) => {
        const error = new Error(`a text${before}${text}`, { cause: new TypeError(`${before}${text}`) });
        expect(JSON.stringify(withoutText(error))).not.toContain(JSON.stringify(text).slice(1, -1));
      }),
      { seed: 20_261_129 },
    );
  });
});
