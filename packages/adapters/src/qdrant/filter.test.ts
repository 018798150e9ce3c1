import { anyFilter } from '@hippocamp/core/testing/vector-index-conformance/arbitraries';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasId, ofTenant, searchFilter } from './filter.js';
import { payloadIndexes } from './payload.js';

const anyTenant = fc.string({ minLength: 1 }).map((name) => name as TenantId);
const anOwnerOrNone = fc.option(fc.string(), { nil: null });

describe('a filter', () => {
  it('begins with the tenant, and only adds to it', () => {
    const property = fc.property(anyTenant, anyFilter, anOwnerOrNone, (tenant, filter, ownerEntityId) => {
      for (const made of [searchFilter(tenant, filter), searchFilter(tenant, { ...filter, ownerEntityId })]) {
        expect(Object.keys(made)).toEqual(['must']);
        expect(made.must[0]).toEqual({ key: 'tenant_id', match: { value: tenant } });
      }
    });
    fc.assert(property, { seed: 20_261_129 });
  });

  it('asks for nothing that has no index', () => {
    const property = fc.property(anyTenant, anyFilter, anOwnerOrNone, (tenant, filter, ownerEntityId) => {
      const text = JSON.stringify(searchFilter(tenant, { ...filter, ownerEntityId }).must.slice(1));
      for (const [, key] of text.matchAll(/"key":"(\w+)"/g)) expect(Object.keys(payloadIndexes)).toContain(key);
    });
    fc.assert(property, { seed: 20_261_129 });
  });

  it('names no value twice, which Qdrant would not understand', () => {
    const { must } = searchFilter('one' as TenantId, { tags: ['a', 'b', 'a'], includeSuperseded: true });
    expect(must).toContainEqual({ key: 'tags', match: { any: ['a', 'b'] } });
    expect(hasId(['a', 'b', 'a'])).toEqual({ has_id: ['a', 'b'] });
  });

  it('of ids is of the tenant too', () => {
    const tenant = 'one' as TenantId;
    expect(ofTenant(tenant, hasId(['a'])).must).toEqual([
      { key: 'tenant_id', match: { value: 'one' } },
      { has_id: ['a'] },
    ]);
  });
});
