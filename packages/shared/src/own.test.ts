import { expect, it } from 'vitest';
import { ownOf } from './own.js';

it.each(Object.getOwnPropertyNames(Object.prototype))('a table says nothing of %s unless it names it', (word) => {
  expect(ownOf({ human: 'user' }, word)).toBeUndefined();
  expect(ownOf(Object.fromEntries([[word, 'user']]), word)).toBe('user');
});
