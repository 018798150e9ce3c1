import { CONTEXT_LENGTH } from '@hippocamp/shared/schemas/memories';

/** As a batch fills it: up to three texts of the session before this place, as far as they fit whole. */
export function contextOf(texts: readonly string[], place: number): string | null {
  const before = texts.slice(Math.max(0, place - 3), place);
  while (before.length > 1 && before.join('\n').length > CONTEXT_LENGTH) before.shift();
  return before.length === 0 ? null : before.join('\n').slice(-CONTEXT_LENGTH);
}
