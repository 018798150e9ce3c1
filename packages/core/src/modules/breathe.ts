import { performance } from 'node:perf_hooks';

/** Milliseconds of work, whoever's it is, after which the loop turns. */
const AT_ONCE = 8;

/**
 * One loop serves all: what many requests do at once is counted together, and of those who wait one goes on at each turn, so
 * that forty of them hold it no longer than one.
 */
const waiting: (() => void)[] = [];
/** When the work of this turn began; null before anyone worked. */
let began: number | null = null;

const begin = () => {
  began = performance.now();
  setImmediate(end);
};

const end = () => {
  began = null;
  const next = waiting.shift();
  if (!next) return;
  begin();
  next();
};

/** Lets the process answer others before long work goes on. */
export const breathe = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve);
    if (began === null) begin();
  });

/** Called again and again within long work: breathes where this turn of the loop has had its milliseconds. */
export async function pace(): Promise<void> {
  if (began === null) begin();
  else if (performance.now() - began >= AT_ONCE) await breathe();
}
