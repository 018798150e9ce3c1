import { setTimeout as pause } from 'node:timers/promises';
import { attemptOf } from './failures.js';

const ATTEMPTS = 3;
/** ms before the second attempt, doubled for the next. */
const FIRST_PAUSE = 250;

/** ms, between half of the pause and all of it, so that many callers do not come back at once. */
const pauseBefore = (attempt: number) => FIRST_PAUSE * 2 ** (attempt - 2) * (0.5 + Math.random() / 2);

/**
 * Asks a few times if need be. Each attempt may take `timeoutMs`, its answer's body included, and none begins later than that after
 * the first. Rejects with a `ModelFailure`.
 */
export async function askPatiently<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  timeoutMs: number,
): Promise<Answer> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(AbortSignal.timeout(timeoutMs));
    } catch (error) {
      const { failure, passing, retryAfter } = attemptOf(error);
      const wait = Math.max(pauseBefore(attempt + 1), retryAfter);
      if (!passing || attempt === ATTEMPTS || Date.now() + wait > deadline) throw failure;
      await pause(wait);
    }
  }
}
