import type { IndexFilter } from '@hippocamp/core/ports/vector-index';
import type { Blend } from '@hippocamp/shared/scoring/score';
import type { List } from './tenant-points.js';

export interface PackedRows {
  bytes: Uint8Array<ArrayBuffer>;
  /** JSON of one `RowFilters` per row. */
  filters: string;
}

export interface PackedQuestion {
  dense: Float32Array | null;
  terms: { ids: Int32Array; weights: Float64Array };
}

/** In sequence: 16 bytes per id, the versions, the values. */
export interface PackedHits {
  ids: Uint8Array<ArrayBuffer>;
  versions: Int32Array<ArrayBuffer>;
  values: Float64Array<ArrayBuffer>;
}

export type PackedLists = Record<List, PackedHits>;
/** Three values per hit: dense (NaN for none), own, context. */
export type PackedScores = PackedHits;

/** All that the thread holds of one tenant, from the start of a filling to the drop; numbers are never reused. */
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

/** Each answer is null where the thread lacks the slot. */
export interface Answers {
  fill: true;
  best: PackedLists;
  /** Best first. */
  blend: PackedScores;
  score: PackedScores;
}

export type ToThread = Order | (Question & { number: number });

export type FromThread =
  | { type: 'answer'; number: number; answer: Answers[keyof Answers] | null }
  | (OfSlot & { type: 'dropped'; tooLarge: boolean });
