import type { TenantId } from '@hippocamp/shared/schemas/common';
import { termId } from '@hippocamp/shared/text/terms';

/**
 * The words of a text for looking up what holds them all: signed 32-bit hashes of tenant, owner and stem, each once. Hashed
 * together, so that the index over them is led by tenant and owner, and holds no words.
 */
export const wordKeys = (tenant: TenantId, ownerEntityId: string | null, stems: readonly string[]): number[] => [
  ...new Set(stems.map((stem) => termId(`${tenant}\n${ownerEntityId ?? ''}\n${stem}`))),
];
