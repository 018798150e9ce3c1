import { createHash } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** The id of a memory's embedding: the same for the same model, tenant and memory (a UUID of version 5's form over SHA-1). */
export function embeddingId(model: string, tenant: TenantId, memoryId: string): string {
  const hash = createHash('sha1').update(`${model}\n${tenant}\n${memoryId}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
