import type { PageKey } from './memories.js';

/** Rows in order of a time, ties by id. The key's value is that time in ms. */
export interface PageRequest {
  limit: number;
  /** `after` wins over `offset`. */
  offset: number;
  after?: PageKey | undefined;
}

export interface Page<Row> {
  rows: Row[];
  /** The total over all pages. */
  total: number;
  /** Null when no page follows. */
  last: PageKey | null;
}
