import { describe, expect, it } from 'vitest';
import { allowedNames, isAllowedHost } from './allowed-hosts.js';

describe('the names that a service answers to', () => {
  it.each([
    [
      '127.0.0.1',
      undefined,
      ['localhost', 'LOCALHOST:8080', '127.0.0.1:1', '[::1]:8080', '[::1]', 'localhost.', undefined],
    ],
    ['127.0.0.5', undefined, ['127.0.0.5:80', 'localhost']],
    ['::1', undefined, ['[::1]:8080', 'localhost:8080']],
    ['0.0.0.0', undefined, ['anything.example', '10.0.0.1:8080', '']],
    ['127.0.0.1', ['*'], ['anything.example']],
    ['127.0.0.1', ['memory.example', '::1'], ['memory.example', 'Memory.Example:8080', '[::1]']],
    ['0.0.0.0', ['memory.example'], ['memory.example']],
  ])('on %s with %j are %j', (host, given, asked) => {
    const names = allowedNames(host, given);
    for (const name of asked) expect(isAllowedHost(names, name), name).toBe(true);
  });

  it.each([
    [
      '127.0.0.1',
      undefined,
      ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:8080', '', ':8080', '[::2]', '[', '::1'],
    ],
    ['localhost', undefined, ['10.0.0.1']],
    ['127.0.0.1', ['memory.example'], ['localhost', '127.0.0.1']],
    ['0.0.0.0', ['memory.example'], ['10.0.0.1:8080', 'x.memory.example']],
  ])('on %s with %j are not %j', (host, given, asked) => {
    const names = allowedNames(host, given);
    for (const name of asked) expect(isAllowedHost(names, name), name).toBe(false);
  });
});
