import type { Clock } from '@hippocamp/core/ports/clock';

/** ms */
const HELD = 1_000;

interface Held<Answer> {
  answer: Promise<Answer>;
  seen: string;
  /** ms: when it was begun, since what it tells may change while it is made. */
  since: number;
  isMade: boolean;
}

/**
 * For answers that anybody may ask for and that engines work for. While one is made, and for a second from its beginning, it serves all who ask.
 * `seen` tells a state that costs nothing to read; when it changes, an earlier answer is out of date.
 */
export function shareAnswer<Answer>(
  make: () => Promise<Answer>,
  { clock, seen = () => '' }: { clock: Clock; seen?: () => string },
): () => Promise<Answer> {
  let held: Held<Answer> | null = null;

  const holds = ({ seen: before, since, isMade }: Held<Answer>) => {
    if (before !== seen()) return false;
    if (!isMade) return true;
    // A clock that was set back must not hold an answer for hours.
    const age = clock.now().getTime() - since;
    return age >= 0 && age < HELD;
  };

  const begin = () => {
    const begun = { answer: make(), seen: seen(), since: clock.now().getTime(), isMade: false };
    begun.answer.then(
      () => {
        begun.isMade = true;
      },
      () => {
        if (held === begun) held = null;
      },
    );
    return begun;
  };

  return () => {
    if (held === null || !holds(held)) held = begin();
    return held.answer;
  };
}
