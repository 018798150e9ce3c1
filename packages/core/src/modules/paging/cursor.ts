import { createHash } from 'node:crypto';
import { validationFailed } from '@hippocamp/shared/problems';
import type { PageKey } from '../../ports/records.js';

/** A cursor is refused with another tenant, filter or order. */
const scopeOf = (scope: unknown) => createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 16);

export const encodeCursor = (key: PageKey, scope: unknown): string =>
  Buffer.from(JSON.stringify([key.value, key.id, scopeOf(scope)])).toString('base64url');

const refuse = () =>
  validationFailed([
    {
      path: 'query.cursor',
      code: 'invalid_cursor',
      message: 'is not a cursor that this list gave out; begin without one',
    },
  ]);

const parse = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};

/** The years 1 to 9999 in ms, which every store can hold. No other sort value is larger. */
const inRange = (value: unknown): value is number =>
  typeof value === 'number' && value >= -62_135_596_800_000 && value <= 253_402_300_799_999;

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws validation-failed for anything but a cursor of the same list. */
export function decodeCursor(cursor: string, scope: unknown, idPattern: RegExp = uuidPattern): PageKey {
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== 3) throw refuse();
  const [value, id, owner] = parts as unknown[];
  if (!inRange(value) || owner !== scopeOf(scope)) throw refuse();
  if (typeof id !== 'string' || !idPattern.test(id)) throw refuse();
  return { value, id };
}
