/** Work that comes round. */
export interface Rounds {
  /** No further round begins; resolves when none runs. */
  stop(): Promise<void>;
}

/** The first round comes after `everyMs`; one that would begin while another runs is left out. */
export function startRounds(options: {
  everyMs: number;
  work: () => Promise<void>;
  onError: (error: unknown) => void;
}): Rounds {
  const { everyMs, work, onError } = options;
  let round: Promise<void> | undefined;

  const run = async () => {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
  };

  const timer = setInterval(() => {
    round ??= run().finally(() => {
      round = undefined;
    });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
