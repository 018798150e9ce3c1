import { setImmediate } from 'node:timers/promises';

/** Each row may bring 64 KiB of payload or metadata, and a page is read in one piece: nobody else is served meanwhile. */
const PAGE = 10;

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
  for (let cursor = {}; ; ) {
    const answer = await list({ limit: Math.min(PAGE, limit - rows.length), ...cursor });
    await setImmediate();
    rows.push(...rowsOf(answer));
    // Rows may go while pages are read.
    if (!answer.nextCursor || rows.length >= limit) return { rows, more: Math.max(0, answer.total - rows.length) };
    cursor = { cursor: answer.nextCursor };
  }
}
