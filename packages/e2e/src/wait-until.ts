interface Patience {
  /** ms. Long, since it is only spent where a test fails, and a busy machine stands still for seconds. */
  deadline?: number;
  /** ms between two looks. */
  every?: number;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export async function waitUntil<Found>(
  what: string,
  look: () => Promise<Found | false | null | undefined> | Found | false | null | undefined,
  { deadline = 60_000, every = 50 }: Patience = {},
): Promise<Found> {
  const end = performance.now() + deadline;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`not within ${deadline} ms: ${what}`);
    await pause(every);
  }
}

export async function waitUntilSteady<Seen>(
  what: string,
  look: () => Promise<Seen>,
  { quiet, deadline = 60_000 }: { quiet: number; deadline?: number },
): Promise<Seen> {
  let last = '';
  let since = 0;
  return waitUntil(
    `${what} stays the same for ${quiet} ms`,
    async () => {
      const seen = await look();
      const text = JSON.stringify(seen);
      const now = performance.now();
      if (text !== last) {
        last = text;
        since = now;
      }
      return now - since >= quiet && seen;
    },
    { deadline, every: 100 },
  );
}
