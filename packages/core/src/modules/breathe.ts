/** Lets the process answer others before long work goes on. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
