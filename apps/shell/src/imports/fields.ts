/** Reading exports of others: every member may be missing, or something else. */

export type Loose = Record<string, unknown>;

export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsIn = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const MILLISECONDS = 1000;
/** The service takes what is at most a day ahead; a time that is wrong is no time. */
const AHEAD = 86_400_000;
const EARLIEST = Date.UTC(1900, 0);

const toIso = (milliseconds: number): string | undefined =>
  milliseconds >= EARLIEST && milliseconds <= Date.now() + AHEAD ? new Date(milliseconds).toISOString() : undefined;

/** ISO text, or seconds since 1970; undefined where it is neither. */
export function timeIn(value: unknown): string | undefined {
  if (typeof value === 'number') return toIso(value * MILLISECONDS);
  if (value instanceof Date) return toIso(value.getTime());
  return typeof value === 'string' && value !== '' ? toIso(Date.parse(value)) : undefined;
}

/** What the service refuses: halves of characters, and NUL. */
export const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** So many units at most, without half a character at the end. */
export const clipped = (text: string, most: number): string =>
  text.length <= most || text.slice(0, most).isWellFormed() ? text.slice(0, most) : text.slice(0, most - 1);
