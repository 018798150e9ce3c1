import { CONTEXT_LENGTH } from '@hippocamp/shared/schemas/memories';

/** The same context as a batch makes: up to three earlier texts of the session, as far as they fit whole. */
export function contextOf(texts: readonly string[], place: number): string | null {
  const before = texts.slice(Math.max(0, place - 3), place);
  while (before.length > 1 && before.join('\n').length > CONTEXT_LENGTH) before.shift();
  return before.length === 0 ? null : before.join('\n').slice(-CONTEXT_LENGTH);
}
