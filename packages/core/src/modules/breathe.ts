/** Lets the process answer others before long work goes on. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What work may take in one go, ms: requests of others wait that long at most. */
const IN_ONE_GO = 8;

/** To be awaited between the steps of long work: lets others be answered whenever enough time has passed since it last did. */
export function createPauses(milliseconds: number = IN_ONE_GO): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < milliseconds) return;
    await breathe();
    since = performance.now();
  };
}
