import { pause, yieldToEventLoop } from '@hippocamp/core/modules/waiting';

/** ms between two looks for slow clients. */
export const EVERY = 20;

/** Waits for room of a key. However many wait, slow clients are looked for once. */
export function createRoom(held: (key: unknown) => number, cutSlow: (key: unknown) => boolean) {
  /** Those that wait, by key and in their order. */
  const lines = new Map<unknown, (() => void)[]>();

  const serve = async (key: unknown, most: number) => {
    const line = lines.get(key) ?? [];
    while (line.length > 0) {
      while (held(key) > most) if (!cutSlow(key)) await pause(EVERY);
      line.shift()?.();
      // The one that was let in has to hold its bytes before the next is weighed.
      await yieldToEventLoop();
    }
    lines.delete(key);
  };

  return async (key: unknown, most: number) => {
    while (held(key) > most)
      await new Promise<void>((go) => {
        if (lines.get(key)?.push(go)) return;
        lines.set(key, [go]);
        void serve(key, most);
      });
  };
}
