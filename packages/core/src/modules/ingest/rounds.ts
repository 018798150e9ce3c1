import type { ReadableMemory } from '../facts/facts.js';
import { UncomparedPair } from './comparisons.js';

/** Memories that a transaction would compare with, and that nobody has read: it ends, and is tried again when they were. */
export class UnreadMemories extends Error {
  override readonly name = 'UnreadMemories';
  constructor(readonly memories: readonly ReadableMemory[]) {
    super(`${memories.length} memories have not been read`);
  }
}

/** Memories that keep changing are left to a later try of the job. */
const ROUNDS = 5;

/**
 * Does a round, which ends in a transaction; and another one where the transaction found, under its lock, what nobody has read
 * or compared yet. Then nothing of it is left, and the next round begins with what is known by now.
 */
export async function inRounds<Result>(
  round: (isFirst: boolean) => Promise<Result>,
  read: (memories: readonly ReadableMemory[]) => Promise<unknown>,
): Promise<Result> {
  for (let left = ROUNDS - 1; ; left -= 1) {
    try {
      return await round(left === ROUNDS - 1);
    } catch (error) {
      if (left === 0) throw error;
      if (error instanceof UnreadMemories) await read(error.memories);
      else if (!(error instanceof UncomparedPair)) throw error;
    }
  }
}
