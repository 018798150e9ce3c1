import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.js';

const key = { value: 1_772_000_000_000, id: '019cafe0-0000-7000-8000-000000000001' };
const scope = ['tenant-a', { tags: ['x'] }, 'createdAt', 'desc'];

describe('a cursor', () => {
  it('gives back where the page ended', () => {
    expect(decodeCursor(encodeCursor(key, scope), scope)).toEqual(key);
  });

  it.each([
    ['of another tenant', encodeCursor(key, ['tenant-b', { tags: ['x'] }, 'createdAt', 'desc'])],
    ['of another order', encodeCursor(key, ['tenant-a', { tags: ['x'] }, 'createdAt', 'asc'])],
    ['that is no base64', '%%%'],
    ['that holds no list', Buffer.from('{"a":1}').toString('base64url')],
    ['with a value that is no number', encodeCursor({ ...key, value: Number.NaN }, scope)],
    ['with an id that is no UUID', encodeCursor({ ...key, id: "'; drop" }, scope)],
    ['that is empty', ''],
  ])('%s is refused', (_what, cursor) => {
    expect(() => decodeCursor(cursor, scope)).toThrow(/query\.cursor/);
  });
});
