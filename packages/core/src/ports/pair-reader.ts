import type { Relations } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** A model that reads two statements of one speaker together. Facts, numbers and names outweigh it. */
export interface PairReader {
  /** The relation of the newer text to the older. Null when the model cannot tell or cannot run here. */
  relate(tenant: TenantId, pairs: readonly (readonly [older: string, newer: string])[]): Promise<(Relations | null)[]>;
}
