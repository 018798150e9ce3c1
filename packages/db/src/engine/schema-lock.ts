/** Prisma Migrate's own lock key, so that the two never run at once. */
export const LOCK_KEY = 72707369;

/** A change of tables takes as long as it takes, and so does waiting for another process's. */
export const WITHOUT_HASTE = 'SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0';
export const patient = (text: string) => ({ text, query_timeout: 2 ** 31 - 1 });
