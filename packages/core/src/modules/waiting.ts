import { performance } from 'node:perf_hooks';

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

/** True when the promise settles within `milliseconds`; the work goes on either way. Rejects as the promise does. */
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

/** Milliseconds of work, whoever's it is, after which the loop turns. */
const AT_ONCE = 8;

/**
 * One loop serves all: what many requests do at once is counted together, and of those who wait one goes on at each turn, so
 * that forty of them hold it no longer than one.
 */
const waiting: (() => void)[] = [];
/** When the work of this turn began; null before anyone worked. */
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
export const breathe = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve);
    if (began === null) beginTurn();
  });

/** Called again and again within long work: breathes where this turn of the loop has had its milliseconds. */
export async function pace(): Promise<void> {
  if (began === null) beginTurn();
  else if (performance.now() - began >= AT_ONCE) await breathe();
}
