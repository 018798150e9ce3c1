/** How often texts of the tenant were given to a language model, day by day. */
export interface ModelCallRepository {
  /**
   * Counts one more on a day (`2026-03-01`), as long as there are fewer than `limit` of it; false where there are not. Whoever asks
   * at the same time is counted too. The first of a day removes the days before.
   */
  take(day: string, limit: number): Promise<boolean>;
}
