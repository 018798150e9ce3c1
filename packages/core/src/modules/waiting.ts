import { performance } from 'node:perf_hooks';

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

/** The work goes on after the time. Rejects as the promise does. */
export async function settlesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** ms of work after which the event loop turns. */
const AT_ONCE = 8;

/** Shared by all requests. One goes on at each turn, so that many hold the loop no longer than one. */
const waiting: (() => void)[] = [];
/** When the work of this turn began; null when nothing has run yet. */
let began: number | null = null;

const beginTurn = () => {
  began = performance.now();
  setImmediate(endTurn);
};

const endTurn = () => {
  began = null;
  const next = waiting.shift();
  if (!next) return;
  beginTurn();
  next();
};

/** Lets the process answer others before long work goes on. */
export const yieldToEventLoop = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve);
    if (began === null) beginTurn();
  });

/** Call often within long work. Yields after `AT_ONCE` ms of this turn. */
export async function pace(): Promise<void> {
  if (began === null) beginTurn();
  else if (performance.now() - began >= AT_ONCE) await yieldToEventLoop();
}

/** Hands out places by turns. */
export interface Semaphore {
  /** Runs the work once enough places are free. One `who` holds at most `most` places. `late` ends the waiting, not the work. */
  take<Result>(who: string, work: () => Promise<Result>, needs?: number, late?: AbortSignal): Promise<Result>;
}

export const unlimited: Semaphore = { take: (_who, work) => work() };

interface Waiting {
  needs: number;
  start(): void;
}

export function createSemaphore(places: number, most = Math.max(1, places - 1)): Semaphore {
  /** Places held, by `who`. */
  const taken = new Map<string, number>();
  /** In the order of turns. Whoever gets a place goes to the end. */
  const waiting = new Map<string, Waiting[]>();
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

  const giveUp = (who: string, one: Waiting) => {
    const rest = waiting.get(who)?.filter((other) => other !== one) ?? [];
    if (rest.length > 0) waiting.set(who, rest);
    else waiting.delete(who);
    handOut();
  };

  const turnOf = (who: string, needs: number, late?: AbortSignal) =>
    new Promise<void>((start, fail) => {
      late?.throwIfAborted();
      const one = { needs, start };
      late?.addEventListener('abort', () => {
        giveUp(who, one);
        // No effect where it has begun.
        fail(late.reason);
      });
      const queue = waiting.get(who);
      if (queue) queue.push(one);
      else waiting.set(who, [one]);
      handOut();
    });

  return {
    async take(who, work, wanted = 1, late) {
      const needs = Math.min(wanted, most);
      await turnOf(who, needs, late);
      try {
        return await work();
      } finally {
        take(who, -needs);
        handOut();
      }
    },
  };
}

/** The most of a turn, ms. Work that waits for something, such as an index that is being read, holds up nobody for longer. */
const TURN = 250;

/** Begins the work when it is the turn of `who`. Work that takes longer than a turn goes on beside that of others. */
export async function takeTurn<Result>(
  semaphore: Semaphore,
  who: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { result } = await semaphore.take(who, async () => {
    const result = work();
    await settlesWithin(result, TURN);
    return { result };
  });
  return result;
}
