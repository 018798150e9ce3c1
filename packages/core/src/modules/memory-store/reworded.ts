import type { MemoryRecord } from '../../ports/records.js';
import { asRewritten } from './distilled-parts.js';

type Provenance = MemoryRecord['provenance'];

/**
 * `quotedUntil` goes on telling what the reader had quoted. What stands in place of that now may repeat its words
 * anywhere. Undefined where nothing was quoted.
 */
export const asReworded = (provenance: Provenance): Provenance | undefined =>
  typeof provenance?.quotedUntil === 'number' && provenance.quotedUntil > 0
    ? { ...provenance, reworded: true }
    : undefined;

/** Undefined where it stays as it is. */
export const changedByClient = ({ provenance }: Pick<MemoryRecord, 'provenance'>): Provenance | undefined =>
  asReworded(provenance) ?? asRewritten(provenance);
