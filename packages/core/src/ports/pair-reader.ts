import type { Relations } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** A learned reader of two statements of one speaker at once. It proposes: facts, numbers and names outweigh it. */
export interface PairReader {
  /** The relation of the newer to the older text of each pair. Null when the model cannot tell or cannot run here. */
  relate(tenant: TenantId, pairs: readonly (readonly [older: string, newer: string])[]): Promise<(Relations | null)[]>;
}
