/** UUIDs of version 7, ordered by time. */
export interface Ids {
  next(): string;
}
