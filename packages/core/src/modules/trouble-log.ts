import type { Log } from '../ports/log.js';

interface Attempt {
  passed(): void;
  failed(fields: Record<string, unknown>): void;
}

/** For work that fails time after time while something is away: told when that begins, and when it is over. */
export function createTroubleLog(log: Log, { begins, over }: { begins: string; over: string }): () => Attempt {
  let inRow = 0;
  let ever = 0;
  return () => {
    const before = ever;
    return {
      passed() {
        // One that began before the last failure says nothing of the time since.
        if (inRow === 0 || ever !== before) return;
        log.info({ failures: inRow }, over);
        inRow = 0;
      },
      failed(fields) {
        ever += 1;
        inRow += 1;
        if (inRow === 1) log.warn(fields, begins);
      },
    };
  };
}
