import { pause, settlesWithin } from '../waiting.js';

/**
 * Who works beside others and who works alone, in one process. A worker that is killed takes everything with it that it holds:
 * what ran beside a text that kills is at no fault, and is known by that it ends where it runs alone.
 */
export interface TurnsAlone {
  /** Waits while somebody works alone, or waits for it. */
  beside<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Begins when nobody works; does nothing where that takes longer than `patience` ms, nor at all while somebody works for whom that
   * was waited before: others would wait each time. After a while others begin all the same.
   */
  alone(work: () => Promise<void>, patience: number): Promise<void>;
}

/** How long others wait for a job that runs alone, ms. A job that kills its worker does so soon. */
const ALONE_FOR = 10_000;
/** ms between two looks. */
const LOOK_EVERY = 20;

export function createTurnsAlone(): TurnsAlone {
  const working = new Set<symbol>();
  /** Jobs that ran longer than somebody waited. */
  const long = new Set<symbol>();
  let alone: Promise<void> | null = null;

  const inTurn = async (work: () => Promise<void>, patience: number) => {
    for (let left = patience; working.size > 0; left -= LOOK_EVERY) {
      if (left <= 0) for (const one of working) long.add(one);
      if (long.size > 0) return;
      await pause(LOOK_EVERY);
    }
    await work();
  };

  return {
    async beside(work) {
      while (alone !== null) await alone;
      const one = Symbol();
      working.add(one);
      try {
        return await work();
      } finally {
        working.delete(one);
        long.delete(one);
      }
    },
    async alone(work, patience) {
      while (alone !== null) await alone;
      const done = inTurn(work, patience);
      alone = settlesWithin(done, ALONE_FOR).then(
        () => undefined,
        () => undefined,
      );
      const mine = alone;
      void mine.then(() => {
        if (alone === mine) alone = null;
      });
      await done;
    },
  };
}
