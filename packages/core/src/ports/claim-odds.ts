import type { TenantId } from '@hippocamp/shared/schemas/common';

/** What a memory says of a claim, as far as a model that reads both together can tell: probabilities, the rest is that it says nothing. */
export interface ClaimOdds {
  /** 0..1 */
  supported: number;
  /** 0..1 */
  refuted: number;
}

/** A learned reader of a memory and a claim at once. */
export interface ClaimOddsModel {
  /** For each memory, in their order, what it says of the claim. Null where the model cannot run here. */
  weigh(tenant: TenantId, claim: string, memories: readonly string[]): Promise<ClaimOdds[] | null>;
}
