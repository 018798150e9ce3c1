export interface Counted {
  /** The count in this window, this request included. */
  count: number;
  /** ms until another window begins. */
  resetIn: number;
}

/** Counts what comes, by name, over all processes of the service. */
export interface RateLimiter {
  /**
   * Counts one more within a window of so many seconds, which begins with the first that is counted. Where the counts of all
   * cannot be reached, those of this process are told.
   */
  count(name: string, seconds: number): Promise<Counted>;
  close(): Promise<void>;
}
