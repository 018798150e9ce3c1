/** A change since the last kept document that breaks callers and is meant: as the test names it, and why. Emptied when a document is kept. */
export const accepted: readonly { change: string; why: string }[] = [];
