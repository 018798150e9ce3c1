export interface Counted {
  /** The count in this window, this request included. */
  count: number;
  /** ms until the next window. */
  resetIn: number;
}

/** Counts requests by name over all processes of the service. */
export interface RateLimiter {
  /** The window begins with its first request. Without the shared counts, this process counts alone. */
  count(name: string, seconds: number): Promise<Counted>;
  close(): Promise<void>;
}
