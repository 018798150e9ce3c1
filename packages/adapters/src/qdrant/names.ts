import { createHash } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';

export interface Model {
  id: string;
  dimensions: number;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** The hash tells models apart whose ids differ only in dropped signs or in dimensions. */
export function aliasOf(prefix: string, { id, dimensions }: Model): string {
  const slug = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${prefix}_${slug}_${digest(`${dimensions} ${id}`).slice(0, 8)}`;
}

export const collectionName = (alias: string, number: number) => `${alias}_${number}`;

export function collectionNumber(alias: string, name: string): number | null {
  const digits = name.startsWith(`${alias}_`) ? name.slice(alias.length + 1) : '';
  return /^\d+$/.test(digits) ? Number(digits) : null;
}

/** A hash of tenant and id, because two tenants may use the same id; as a UUID of version 8 (RFC 9562). */
export function pointIdOf(tenant: TenantId, id: string): string {
  const hex = digest(`${tenant}\n${id}`);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
