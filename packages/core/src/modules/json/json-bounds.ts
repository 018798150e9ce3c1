import { Problem } from '@hippocamp/shared/problems';

/** What a JSON text may hold, counted before it is parsed. */
export interface JsonBounds {
  bytes: number;
  /** Members and elements, at all levels. */
  values: number;
}

/** Levels of a body. */
export const MAX_DEPTH = 32;

export const tooLarge = (bytes: number, what = 'The body') =>
  new Problem('payload-too-large', `${what} may take ${bytes} bytes. Send less at once.`);

const tooMany = (values: number, what: string) =>
  new Problem('payload-too-large', `${what} may hold ${values} values (members and elements). Send less at once.`);

/** Throws the problem that names the bound which is passed. */
export function checkBounds(found: JsonBounds, { bytes, values }: JsonBounds, what?: string): void {
  if (found.bytes > bytes) throw tooLarge(bytes, what);
  if (found.values > values) throw tooMany(values, what ?? 'The body');
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const ARRAY = 0x5b;
export const BACKSLASH = 0x5c;
export const ARRAY_END = 0x5d;
export const OBJECT = 0x7b;
export const OBJECT_END = 0x7d;
