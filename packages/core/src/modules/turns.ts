/** Hands out a number of places, to those who wait for them by turns. */
export interface Turns {
  /**
   * Does the work when it is its turn and there are as many places as it needs. Of one `who` at most `most` are taken at once, so that others
   * never wait for all; work that needs more has these.
   */
  take<Result>(who: string, work: () => Promise<Result>, needs?: number): Promise<Result>;
}

/** Where there is a place for everyone. */
export const everyTurn: Turns = { take: (_who, work) => work() };

export function createTurns(places: number, most = Math.max(1, places - 1)): Turns {
  /** Places, by who has them. */
  const taken = new Map<string, number>();
  /** In the order of their turns; who gets a place goes to the end. */
  const waiting = new Map<string, { needs: number; start(): void }[]>();
  let free = places;

  const take = (who: string, needs: number) => {
    free -= needs;
    const now = (taken.get(who) ?? 0) + needs;
    if (now > 0) taken.set(who, now);
    else taken.delete(who);
  };

  const handOut = () => {
    for (const [who, [next, ...rest]] of waiting) {
      if (!next || (taken.get(who) ?? 0) + next.needs > most) continue;
      if (next.needs > free) return;
      waiting.delete(who);
      if (rest.length > 0) waiting.set(who, rest);
      take(who, next.needs);
      next.start();
      return handOut();
    }
  };

  return {
    async take(who, work, wanted = 1) {
      const needs = Math.min(wanted, most);
      await new Promise<void>((start) => {
        const queue = waiting.get(who);
        if (queue) queue.push({ needs, start });
        else waiting.set(who, [{ needs, start }]);
        handOut();
      });
      try {
        return await work();
      } finally {
        take(who, -needs);
        handOut();
      }
    },
  };
}
