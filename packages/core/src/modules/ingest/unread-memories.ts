import type { MemoryRecord } from '../../ports/records.js';

/** Memories that a transaction would compare with, and that nobody has read: it ends, and is tried again when they were. */
export class UnreadMemories extends Error {
  override readonly name = 'UnreadMemories';
  constructor(readonly memories: readonly MemoryRecord[]) {
    super(`${memories.length} memories have not been read`);
  }
}

/** Memories that keep changing are left to a later try. */
const ROUNDS = 5;

/** Runs a transaction, and again after what it found unread was read. */
export async function withReadings<Result>(
  transaction: () => Promise<Result>,
  read: (memories: readonly MemoryRecord[]) => Promise<unknown>,
): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof UnreadMemories) || round === ROUNDS) throw error;
      await read(error.memories);
    }
  }
}
