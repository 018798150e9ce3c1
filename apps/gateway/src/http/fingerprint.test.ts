import { createHash } from 'node:crypto';
import { BY_CHANCE, chosenMembers, fullestBucketOf } from '@hippocamp/shared/text/testing/chosen';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.js';

describe('the fingerprint of a request', () => {
  it('is the same in any order of members, at every level', async () => {
    const first = await fingerprint('POST', '/memories', { b: [{ d: 1, c: 2 }], a: { f: 1, e: 2 } });
    expect(await fingerprint('POST', '/memories', { a: { e: 2, f: 1 }, b: [{ c: 2, d: 1 }] })).toBe(first);
    expect(await fingerprint('POST', '/memories', { a: { e: 2, f: 1 }, b: [{ c: 2, d: 2 }] })).not.toBe(first);
    expect(await fingerprint('POST', '/events', { a: { e: 2, f: 1 }, b: [{ c: 2, d: 1 }] })).not.toBe(first);
  });

  it('stays what is kept with the keys of earlier requests', async () => {
    const kept = createHash('sha256')
      .update('["POST","/memories",{"10":[],"a":{"b":1,"c":[{"d":null}]}}]')
      .digest('hex');
    expect(await fingerprint('POST', '/memories', { a: { c: [{ d: null }], b: 1 }, 10: [] })).toBe(kept);
    const nothing = createHash('sha256').update('["DELETE","/tenant",null]').digest('hex');
    expect(await fingerprint('DELETE', '/tenant', undefined)).toBe(nothing);
  });

  it('takes names that share a bucket without listing them in a set', async () => {
    const body = { metadata: { deep: chosenMembers(1000) }, ...chosenMembers(1000) };
    expect(await fullestBucketOf(() => fingerprint('POST', '/memories', body))).toBeLessThan(BY_CHANCE);
  });
});
