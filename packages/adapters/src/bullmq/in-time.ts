/** The signal tells late work to begin nothing more. An answer that came while this process was busy still counts. */
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

export const within = (timeoutMs: number, work: Promise<unknown>): Promise<boolean> => {
  const ended = work.then(
    () => true,
    () => true,
  );
  return inTime(timeoutMs, () => ended).catch(() => false);
};
