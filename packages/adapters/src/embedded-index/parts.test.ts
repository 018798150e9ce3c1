import { createEmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import { everything, idOf, model, newTenant, point } from '@hippocamp/core/testing/vector-index-conformance/points';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackPoints } from './in-memory/packed.js';
import { readPart } from './parts.js';
import { openPglitePool, type PglitePool } from './testing/pglite-pool.js';

let pool: PglitePool;
let index: ReturnType<typeof createEmbeddedIndex>;
beforeAll(async () => {
  pool = await openPglitePool();
  index = createEmbeddedIndex({ sql: pool });
  await index.ensure(model);
});
afterAll(() => pool.end());

const MIB = 1024 * 1024;
/** As many terms as a point can have: 125 KiB in each of two fields. */
const manyTerms = {
  indices: Array.from({ length: 16_000 }, (_, place) => place),
  values: new Array<number>(16_000).fill(1),
};
const large = (place: number) => point(place, { dense: null, sparse: { own: manyTerms, context: manyTerms } });

async function partsOf(tenant: TenantId) {
  const parts: { places: number[]; bytes: number }[] = [];
  for (let after: string | null = null; ; ) {
    const part = await readPart(pool, tenant, after);
    if (!part) return parts;
    const points = [...unpackPoints(part.rows)];
    parts.push({ places: points.map(({ id }) => id[3] ?? -1), bytes: part.rows.bytes.length });
    if (part.last === null) return parts;
    expect(part.last).toBe(idOf(parts.at(-1)?.places.at(-1) ?? -1));
    after = part.last;
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place);

describe('the parts in which points are read for memory', () => {
  it('end at some bytes, and the rest comes in others', async () => {
    const tenant = newTenant();
    await index.apply(tenant, upTo(20).map(large));
    const parts = await partsOf(tenant);
    expect(parts.flatMap(({ places }) => places)).toEqual(upTo(20));
    expect(Math.max(...parts.map(({ bytes }) => bytes))).toBeLessThan(4.5 * MIB);
    expect(parts.length).toBeLessThan(3);
  });

  it('end at 500 points that are small', async () => {
    const tenant = newTenant();
    await index.apply(
      tenant,
      upTo(700).map((place) => point(place)),
    );
    expect((await partsOf(tenant)).map(({ places }) => places.length)).toEqual([500, 200]);
  });

  it('are none for a tenant without points', async () => {
    expect(await partsOf(newTenant())).toEqual([]);
  });

  it('are all in memory in the end', async () => {
    const tenant = newTenant();
    await index.apply(tenant, upTo(20).map(large));
    const inMemory = createEmbeddedIndex({ sql: pool, memory: 64 * MIB });
    await inMemory.ensure(model);
    const asked = { dense: null, sparse: { indices: [1], values: [1] }, blend: { alpha: 0, lo: 0, hi: 1 } };
    try {
      expect(await inMemory.blended?.(tenant, asked, everything, 50)).toHaveLength(20);
    } finally {
      await inMemory.close();
    }
  });
});
