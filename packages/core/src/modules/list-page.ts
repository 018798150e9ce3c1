import type { Page, PageRequest } from '../ports/records.js';
import { decodeCursor, encodeCursor } from './memories/cursor.js';

interface Asked {
  offset: number;
  limit: number;
  cursor?: string | undefined;
}

/** What a list answers beside its rows, and the rows. A cursor is refused with another `scope`. */
export async function listPage<Row>(
  { offset, limit, cursor }: Asked,
  scope: unknown,
  read: (request: PageRequest) => Promise<Page<Row>>,
) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const { rows, total, last } = await read({ offset, limit, after });
  return { rows, page: { total, offset, limit, nextCursor: last ? encodeCursor(last, scope) : null } };
}
