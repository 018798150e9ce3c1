import { createHash } from 'node:crypto';

const hashOf = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const KEY = 32;

/** Equal only for equal parts. */
export const keyOf = (...parts: readonly unknown[]): string => hashOf(parts).slice(0, KEY);

/** A UUID of version 8, made of the parts, so that the service knows a repeated line. */
export function idOf(...parts: readonly unknown[]): string {
  const hash = hashOf(parts);
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 0b11) | 0b1000).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
