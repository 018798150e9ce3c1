import type { TenantId } from '@hippocamp/shared/schemas/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aliasOf, collectionName, collectionNumber, pointIdOf } from './names.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const tenants = fc.uniqueArray(fc.stringMatching(/^[\w.:@-]{1,20}$/), { minLength: 2, maxLength: 2 });

describe('the id of a point', () => {
  it('is a UUID, another for another tenant or memory, and always the same', () => {
    const property = fc.property(tenants, fc.uuid(), fc.uuid(), ([mine, yours], first, second) => {
      const ids = [mine, yours].flatMap((tenant) => [first, second].map((id) => pointIdOf(tenant as TenantId, id)));
      for (const id of ids) expect(id).toMatch(UUID);
      expect(new Set(ids).size).toBe(first === second ? 2 : 4);
      expect(pointIdOf(mine as TenantId, first)).toBe(ids[0]);
    });
    fc.assert(property, { seed: 20_261_129 });
  });
});

describe('the alias', () => {
  it('is readable and allowed as a name', () => {
    expect(aliasOf('hippocamp', { id: 'Word Vectors/50k:int8', dimensions: 101 })).toMatch(
      /^hippocamp_word-vectors-50k-int8_[0-9a-f]{8}$/,
    );
    expect(aliasOf('p', { id: 'ß'.repeat(300), dimensions: 3 })).toMatch(/^p__[0-9a-f]{8}$/);
  });

  it('differs by id and by dimensions', () => {
    const aliases = [
      { id: 'a/b', dimensions: 4 },
      { id: 'a-b', dimensions: 4 },
      { id: 'A-b', dimensions: 4 },
      { id: 'a-b', dimensions: 6 },
    ].map((model) => aliasOf('p', model));
    expect(new Set(aliases).size).toBe(4);
  });

  it('numbers its collections, and takes no others for its own', () => {
    expect(collectionNumber('p_a', collectionName('p_a', 12))).toBe(12);
    for (const name of ['p_a', 'p_a_', 'p_a_x', 'p_a_1_2', 'p_ab_1', 'q'])
      expect(collectionNumber('p_a', name)).toBeNull();
  });
});
