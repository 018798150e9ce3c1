/** Lets the process answer others before long work goes on. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

/** For work of many steps: called after each, it lets others run once `most` ms have passed since they could. */
export const createPauses = (most = 10): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < most) return;
    await breathe();
    since = performance.now();
  };
};
