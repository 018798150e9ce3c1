/** ms that a request waits for a place. */
const PATIENCE = 1000;

export interface Places {
  /** Answers a function that frees the place. Null when none comes free in time, or `most` wait already. */
  take(who: string, most: number): Promise<(() => void) | null>;
}

interface Line {
  taken: number;
  waiting: Set<() => void>;
}

export function createPlaces(patience = PATIENCE): Places {
  const lines = new Map<string, Line>();

  const giveBack = (who: string, line: Line) => {
    const [next] = line.waiting;
    if (next) return next();
    line.taken -= 1;
    if (line.taken === 0) lines.delete(who);
  };

  /** True when a place was handed over in time. */
  const wait = ({ waiting }: Line) =>
    new Promise<boolean>((resolve) => {
      const end = (has: boolean) => {
        clearTimeout(timer);
        waiting.delete(take);
        resolve(has);
      };
      const take = () => end(true);
      const timer = setTimeout(() => end(false), patience);
      waiting.add(take);
    });

  return {
    async take(who, most) {
      const line = lines.get(who) ?? { taken: 0, waiting: new Set() };
      lines.set(who, line);
      if (line.taken < most) line.taken += 1;
      else if (line.waiting.size >= most || !(await wait(line))) return null;
      return () => giveBack(who, line);
    },
  };
}
