/** Says that the answer is that of an earlier request with the same Idempotency-Key. */
export const replayedHeader = (replayed: boolean): Record<string, string> =>
  replayed ? { 'idempotency-replayed': 'true' } : {};
