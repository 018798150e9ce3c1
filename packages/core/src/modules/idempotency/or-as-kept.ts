import { isProblem } from '@hippocamp/shared/problems';

/** An engine does not answer; nothing is wrong with what was asked. */
export const isOutage = (error: unknown): boolean => isProblem(error) && error.problem === 'dependency-unavailable';

/**
 * What follows a commit may meet an engine that went away. A 503 says that nothing was kept, so the answer is then what was
 * kept, and what was to follow is left to the outbox.
 */
export async function orAsKept<Result>(kept: Result, follow: () => Promise<Result>): Promise<Result> {
  try {
    return await follow();
  } catch (error) {
    if (isOutage(error)) return kept;
    throw error;
  }
}
