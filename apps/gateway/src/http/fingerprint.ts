import { createHash } from 'node:crypto';
import { jsonSlices } from '@hippocamp/core/modules/json/json-text';
import { pace } from '@hippocamp/core/modules/waiting';
import { entriesOf } from '@hippocamp/shared/members';

const sorted = (entries: [string, unknown][]) =>
  Object.fromEntries(entries.sort(([first], [second]) => (first < second ? -1 : 1)));

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return sorted(entriesOf(value).map(([key, member]) => [key, canonical(member)]));
};

const canonicalMember = async (member: unknown): Promise<unknown> => {
  if (!Array.isArray(member)) return canonical(member);
  const items: unknown[] = [];
  for (const item of member) {
    items.push(canonical(item));
    await pace();
  }
  return items;
};

const canonicalBody = async (body: object) => {
  const entries: [string, unknown][] = [];
  for (const [key, member] of entriesOf(body)) entries.push([key, await canonicalMember(member)]);
  return sorted(entries);
};

/** SHA-256 in hex; the order of members does not matter. */
export async function fingerprint(method: string, path: string, body: object | undefined): Promise<string> {
  const hash = createHash('sha256');
  for await (const slice of jsonSlices([method, path, body && (await canonicalBody(body))])) hash.update(slice);
  return hash.digest('hex');
}
