export interface Counted {
  /** The count in this window, this request included. */
  count: number;
  /** ms until the next window. */
  resetIn: number;
}

/** Counts requests by name over all processes of the service. */
export interface RateLimiter {
  /**
   * The window begins with the first request in it. When the shared counts cannot be reached, this process counts
   * alone.
   */
  count(name: string, seconds: number): Promise<Counted>;
  close(): Promise<void>;
}
