/**
 * Calls `whenLow` when fewer than half of the window wait, never twice at once. A look that is asked for meanwhile is made
 * afterwards, so that the last one is never missed.
 */
export function createLowWatch(options: {
  window: number;
  waiting: () => Promise<number>;
  whenLow: () => Promise<void>;
  onError: (error: unknown) => void;
}): { look(): void } {
  const { window, waiting, whenLow, onError } = options;
  let looking = false;
  let again = false;

  const watch = async () => {
    while (again) {
      again = false;
      try {
        if (2 * (await waiting()) < window) await whenLow();
      } catch (error) {
        onError(error);
      }
    }
    looking = false;
  };

  return {
    look() {
      again = true;
      if (looking) return;
      looking = true;
      void watch();
    },
  };
}
