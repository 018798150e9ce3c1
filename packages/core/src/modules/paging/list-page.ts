import type { PageKey, PageRequest } from '../../ports/records.js';
import { decodeCursor, encodeCursor } from './cursor.js';

/** A cursor is refused with another `scope`. */
export async function listPage<Rows extends { total: number; last: PageKey | null }>(
  { offset, limit, cursor }: { offset: number; limit: number; cursor?: string | undefined },
  scope: unknown,
  read: (request: PageRequest) => Promise<Rows>,
  idPattern?: RegExp,
) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope, idPattern);
  const { total, last, ...rows } = await read({ offset, limit, after });
  return { ...rows, page: { total, offset, limit, nextCursor: last ? encodeCursor(last, scope) : null } };
}
