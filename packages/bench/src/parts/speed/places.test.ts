import { describe, expect, it } from 'vitest';
import { createDraw, largest, ownersOf, tenantsOf } from './places.js';
import { createRemaining } from './remaining.js';
import { placesOf } from './speed.js';

const shared = { memories: 5000, tenants: 50 };

describe('places that are asked', () => {
  it('are the sizes, and the largest once more over many tenants', () => {
    const places = placesOf({ speedSizes: [100, 5000] });
    expect(places).toEqual([{ memories: 100, tenants: 1 }, { memories: 5000, tenants: 1 }, shared]);
    expect(largest(places)).toEqual({ memories: 5000, tenants: 1 });
  });

  it('give every tenant something, and few of them much', () => {
    const owners = ownersOf(shared);
    expect(owners).toHaveLength(5000);
    const sizes = tenantsOf(shared).map((tenant) => owners.filter((owner) => owner === tenant).length);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes[0]).toBeGreaterThan(5 * (sizes[49] ?? 0));
  });

  it('draw the same tenants for the same seed', () => {
    const drawn = (seed: number) => Array.from({ length: 50 }, createDraw(shared, seed));
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });
});

describe('what remains', () => {
  it('is told from the pace so far', () => {
    let now = 0;
    const remaining = createRemaining(400, () => now);
    now = 2000;
    expect(remaining(100)).toBe('100 of 400 memories, 6 s left');
    now = 3000;
    expect(remaining(200)).toBe('300 of 400 memories, 1 s left');
  });
});
