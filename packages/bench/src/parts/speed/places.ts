import { createZipf } from '../../data/zipf.js';
import { createRandom } from '../../quality/random.js';

export interface Place {
  memories: number;
  tenants: number;
}

export const tenantsOf = ({ memories, tenants }: Place): string[] =>
  tenants === 1
    ? [`speed-${memories}`]
    : Array.from({ length: tenants }, (_, rank) => `speed-${memories}-${String(rank).padStart(4, '0')}`);

/** Only this tenant is filled; the others get copies of its memories. */
export const largest = (places: readonly Place[]): Place => ({
  memories: Math.max(...places.map(({ memories }) => memories)),
  tenants: 1,
});

/** Draws tenants by Zipf's law: a few have most memories and ask most. */
export function createDraw(place: Place, seed: number): () => string {
  const names = tenantsOf(place);
  const random = createRandom(seed);
  const draw = createZipf(names.length);
  return () => names[draw(random)] ?? '';
}

export function ownersOf(place: Place): string[] {
  const names = tenantsOf(place);
  const draw = createDraw(place, 9);
  // Each tenant has one memory at least.
  return Array.from({ length: place.memories }, (_, rank) => names[rank] ?? draw());
}
