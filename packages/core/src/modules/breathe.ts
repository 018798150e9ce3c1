import { performance } from 'node:perf_hooks';

/** Lets the process answer others before long work goes on. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Milliseconds of work after which others are let in. */
const AT_ONCE = 8;

/** Called again and again within long work: breathes where the last breath is some milliseconds ago. */
export function createPace(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_ONCE) return;
    await breathe();
    since = performance.now();
  };
}
