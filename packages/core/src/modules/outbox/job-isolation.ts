import { pause, settlesWithin } from '../waiting.js';

/** A killed worker takes down all jobs that it holds. Running a suspect alone shows if it is the one that kills. */
export interface JobIsolation {
  /** Waits while a job runs alone or is about to. */
  beside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits until no other job runs, `patience` ms at most. Not for a job that was waited for in vain before. */
  alone(work: () => Promise<void>, patience: number): Promise<void>;
}

/** How long others wait for a job that runs alone, ms. A job that kills its worker does so soon. */
const ALONE_FOR = 10_000;
const LOOK_EVERY = 20;

export function createJobIsolation(): JobIsolation {
  const working = new Set<symbol>();
  /** Jobs that were waited for in vain. */
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
