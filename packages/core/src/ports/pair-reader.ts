import type { Relations } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** A learned reader of two statements of one speaker at once. It proposes: facts, numbers and names outweigh it. */
export interface PairReader {
  /** For each pair what the newer is to the older; null where it cannot tell, as where the model cannot run here. */
  relate(tenant: TenantId, pairs: readonly (readonly [older: string, newer: string])[]): Promise<(Relations | null)[]>;
}
