/** Rows that one statement changes or removes of what goes with others. Small, so that it stays short. */
const PART = 1000;

/**
 * Ids or keys that one statement reads. More, since each reads all that go with the same rows. To take whatever still matches
 * instead is slower: until the commit each look goes past all that was removed or changed before it.
 */
const READ_AT_ONCE = 10_000;

/** In order, because rows are locked in one order against deadlocks. */
export function inParts<Key extends string>(keys: readonly Key[], most = PART): Key[][] {
  const sorted = [...new Set(keys)].sort();
  return Array.from({ length: Math.ceil(sorted.length / most) }, (_, part) =>
    sorted.slice(part * most, (part + 1) * most),
  );
}

/** All that `next` finds after the last one, page by page, in its order. */
export async function* pagesOf<Key extends string>(
  next: (after: Key | null, limit: number) => Promise<readonly Key[]>,
  limit = READ_AT_ONCE,
): AsyncGenerator<readonly Key[]> {
  for (let after: Key | null = null; ; ) {
    const page: readonly Key[] = await next(after, limit);
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    after = page.at(-1) ?? null;
  }
}
