/** Failures in a row after which nobody is asked for a while. */
const FAILURES = 5;
/** ms */
const REST = 30_000;

/** Keeps from asking a server that does not answer. */
export interface Breaker {
  /** False while it rests; after that one is let through to try, and the others once that went well. */
  mayAsk(): boolean;
  went(well: boolean): void;
}

/** `now` in ms. */
export function createBreaker(now: () => number = Date.now): Breaker {
  let failures = 0;
  let until = 0;
  return {
    mayAsk() {
      if (failures < FAILURES) return true;
      if (now() < until) return false;
      until = now() + REST;
      return true;
    },
    went(well) {
      failures = well ? 0 : failures + 1;
      if (failures >= FAILURES) until = now() + REST;
    },
  };
}
