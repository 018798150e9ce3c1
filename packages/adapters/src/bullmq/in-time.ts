/**
 * Does the work until time is up, then rejects; the signal tells the work not to begin anything more. The answer of a server
 * that came while this process was busy still counts.
 */
export async function inTime<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      setImmediate(() => {
        controller.abort();
        reject(new Error('Redis did not answer in time.'));
      });
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the work, however it ends, but no longer than `timeoutMs`. Answers whether it ended. */
export const within = (timeoutMs: number, work: Promise<unknown>): Promise<boolean> => {
  const ended = work.then(
    () => true,
    () => true,
  );
  return inTime(timeoutMs, () => ended).catch(() => false);
};
