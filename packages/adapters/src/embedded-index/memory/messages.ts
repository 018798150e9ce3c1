import type { IndexFilter } from '@hippocamp/core/ports/vector-index';
import type { Blend } from '@hippocamp/shared/scoring/score';
import type { List } from './tenant-points.js';

/** Points as `packed.ts` describes them. */
export interface PackedRows {
  bytes: Uint8Array<ArrayBuffer>;
  /** JSON of one `RowFilters` a row. */
  filters: string;
}

export interface PackedQuestion {
  dense: Float32Array | null;
  terms: { ids: Int32Array; weights: Float64Array };
}

/** One after the other: 16 bytes of an id, a version, values. */
export interface PackedHits {
  ids: Uint8Array<ArrayBuffer>;
  versions: Int32Array<ArrayBuffer>;
  values: Float64Array<ArrayBuffer>;
}

export type PackedLists = Record<List, PackedHits>;
/** Three values each: dense (NaN where there is none), own, context. */
export type PackedScores = PackedHits;

/** A hold is what the thread has of one tenant, from the beginning of a filling until it is dropped; its number is never used again. */
interface OfSlot {
  slot: number;
}

export type Order =
  | (OfSlot & { type: 'begin'; dimensions: number })
  | (OfSlot & { type: 'filled' | 'drop' })
  | (OfSlot & { type: 'put'; rows: PackedRows })
  | (OfSlot & { type: 'remove'; ids: Uint8Array });

export type Question =
  | (OfSlot & { type: 'fill'; rows: PackedRows })
  | (OfSlot & { type: 'best'; question: PackedQuestion; filter: IndexFilter; most: number })
  | (OfSlot & { type: 'blend'; question: PackedQuestion; blend: Blend; filter: IndexFilter; most: number })
  | (OfSlot & { type: 'score'; question: PackedQuestion; ids: Uint8Array });

/** The thread's answers. Null when it has no such slot. */
export interface Answers {
  fill: true;
  best: PackedLists;
  /** In their order. */
  blend: PackedScores;
  score: PackedScores;
}

export type ToThread = Order | (Question & { number: number });

export type FromThread =
  | { type: 'answer'; number: number; answer: Answers[keyof Answers] | null }
  | (OfSlot & { type: 'dropped'; tooLarge: boolean });
