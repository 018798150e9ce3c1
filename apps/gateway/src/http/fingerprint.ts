import { createHash } from 'node:crypto';

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [key, canonical(member)]);
  return Object.fromEntries(entries.sort(([first], [second]) => (first < second ? -1 : 1)));
};

/** Equal for the same request, whatever the order of members. SHA-256 as hex. */
export const fingerprint = (method: string, path: string, body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, canonical(body)]))
    .digest('hex');
