/** On one day. */
export interface ModelUse {
  calls: number;
  tokens: number;
}

/** Of one tenant on one day; null where there is none. */
export interface ModelLimits {
  calls: number;
  tokens: number | null;
}

/** How often texts of the tenant were given to a language model, day by day (`2026-03-01`), and how many tokens that took. */
export interface ModelCallRepository {
  /**
   * Counts one more on a day, as long as there are fewer calls and tokens of it than the limits; false where there are not. Whoever
   * asks at the same time is counted too. The first of a day removes the days before.
   */
  take(day: string, limits: ModelLimits): Promise<boolean>;
  /** Adds to a day of which one was taken; what is given back is below 0. */
  add(day: string, use: ModelUse): Promise<void>;
  used(day: string): Promise<ModelUse>;
}
