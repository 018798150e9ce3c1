/** Members of foreign exports may be missing, or have any type. */

export type Loose = Record<string, unknown>;

export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsIn = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const MILLISECONDS = 1000;
/** The service takes times up to a day ahead. Later ones are taken for wrong. */
const AHEAD = 86_400_000;
const EARLIEST = Date.UTC(1900, 0);

const toIso = (milliseconds: number): string | undefined =>
  milliseconds >= EARLIEST && milliseconds <= Date.now() + AHEAD ? new Date(milliseconds).toISOString() : undefined;

/** Takes ISO text, a date, or seconds since 1970. */
export function timeIn(value: unknown): string | undefined {
  if (typeof value === 'number') return toIso(value * MILLISECONDS);
  if (value instanceof Date) return toIso(value.getTime());
  return typeof value === 'string' && value !== '' ? toIso(Date.parse(value)) : undefined;
}

/** Replaces lone surrogates and NUL, which the service refuses. */
export const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** UTF-16 units, without half a character at the end. */
export const clipped = (text: string, most: number): string =>
  text.length <= most || text.slice(0, most).isWellFormed() ? text.slice(0, most) : text.slice(0, most - 1);
