import type { ClaimRelations } from '@hippocamp/shared/language/claim';
import type { Relations } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** A learned reader of two texts at once. It proposes: facts, numbers and names outweigh it. */
export interface PairReader {
  /** For each pair what the newer is to the older; null where it cannot tell, as where the model cannot run here. */
  relate(tenant: TenantId, pairs: readonly (readonly [older: string, newer: string])[]): Promise<(Relations | null)[]>;
  /** For each claim what a memory says of it, which begins with who says "I" where that is known; null as above. */
  weigh(
    tenant: TenantId,
    asked: readonly (readonly [memory: string, claim: string])[],
  ): Promise<(ClaimRelations | null)[]>;
}
