import type { PageKey } from './memories.js';

/** A page of rows in order of a time, ties by id. The key's value is that time in ms. */
export interface PageRequest {
  limit: number;
  /** Either of them; `after` wins. */
  offset: number;
  after?: PageKey | undefined;
}

export interface Page<Row> {
  rows: Row[];
  /** The total over all pages. */
  total: number;
  /** Null where no page follows. */
  last: PageKey | null;
}
