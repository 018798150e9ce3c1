/** Hands out a number of places, to those who wait for one by turns. */
export interface Turns {
  /** Does the work when it is its turn. Of one `who` at most `places - 1` are at work at once, so that others never wait for all. */
  take<Result>(who: string, work: () => Promise<Result>): Promise<Result>;
}

/** Where there is a place for everyone. */
export const everyTurn: Turns = { take: (_who, work) => work() };

type Start = () => void;

export function createTurns(places: number): Turns {
  const most = Math.max(1, places - 1);
  const working = new Map<string, number>();
  /** In the order of their turns; who gets a place goes to the end. */
  const waiting = new Map<string, Start[]>();
  let free = places;

  const atWork = (who: string) => working.get(who) ?? 0;

  const begin = (who: string) => {
    free -= 1;
    working.set(who, atWork(who) + 1);
  };

  const end = (who: string) => {
    free += 1;
    if (atWork(who) > 1) working.set(who, atWork(who) - 1);
    else working.delete(who);
  };

  const handOut = () => {
    for (const [who, [start, ...rest]] of waiting) {
      if (free === 0) return;
      if (!start || atWork(who) >= most) continue;
      waiting.delete(who);
      if (rest.length > 0) waiting.set(who, rest);
      begin(who);
      start();
      return handOut();
    }
  };

  return {
    async take(who, work) {
      await new Promise<void>((start) => {
        const queue = waiting.get(who);
        if (queue) queue.push(start);
        else waiting.set(who, [start]);
        handOut();
      });
      try {
        return await work();
      } finally {
        end(who);
        handOut();
      }
    },
  };
}
