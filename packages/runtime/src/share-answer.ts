import type { Clock } from '@hippocamp/core/ports/clock';

/** ms */
const HELD = 1_000;

interface Held<Answer> {
  answer: Promise<Answer>;
  seen: string;
  /** ms; null while it is being made. */
  since: number | null;
}

/**
 * For answers that anybody may ask for and that engines work for: one is made at a time, and told for a second.
 * What is `seen` at no cost makes an earlier answer out of date when it changes.
 */
export function shareAnswer<Answer>(
  make: () => Promise<Answer>,
  { clock, seen = () => '' }: { clock: Clock; seen?: () => string },
): () => Promise<Answer> {
  let held: Held<Answer> | null = null;

  const holds = ({ seen: before, since }: Held<Answer>) => {
    if (before !== seen()) return false;
    if (since === null) return true;
    // A clock that was set back must not hold an answer for hours.
    const age = clock.now().getTime() - since;
    return age >= 0 && age < HELD;
  };

  const begin = () => {
    const begun: Held<Answer> = { answer: make(), seen: seen(), since: null };
    begun.answer.then(
      () => {
        begun.since = clock.now().getTime();
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
