import { setImmediate } from 'node:timers/promises';

/** A page is read in one piece, and nobody else is served meanwhile. */
const MOST_ROWS = 10;
const FIRST_ROWS = 5;

/** Members and elements of a page, read in some 5 ms. One row may bring thousands of them in its payload or metadata. */
const MEMBERS = 2_000;

const membersIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + 1 + membersIn(member), 0)
    : 0;

interface PageAnswer {
  total: number;
  nextCursor: string | null;
}

/** The first rows up to the limit, and how many more there are. Others are served once a page is read. */
export async function listInPages<Answer extends PageAnswer, Row>(
  limit: number,
  list: (page: { limit: number; cursor?: string }) => Promise<Answer>,
  rowsOf: (answer: Answer) => Row[],
): Promise<{ rows: Row[]; more: number }> {
  const rows: Row[] = [];
  let most = FIRST_ROWS;
  for (let cursor = {}; ; ) {
    const answer = await list({ limit: Math.min(most, limit - rows.length), ...cursor });
    await setImmediate();
    const found = rowsOf(answer);
    rows.push(...found);
    // Rows may go while pages are read.
    if (!answer.nextCursor || rows.length >= limit) return { rows, more: Math.max(0, answer.total - rows.length) };
    cursor = { cursor: answer.nextCursor };
    // A small row may stand between large ones.
    most = Math.max(1, Math.min(MOST_ROWS, 2 * most, Math.floor((MEMBERS * found.length) / membersIn(answer))));
  }
}
