import type { Stances } from '@hippocamp/shared/language/claim';
import type { Relations } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** `update`: two statements of one speaker, the older first; `claim`: what is known, then what is claimed. */
export type RelatedAs = 'update' | 'claim';

/** A learned reader of two texts at once. It proposes: numbers, names and facts outweigh it. */
export interface PairReader {
  /** For each pair; null where it cannot tell, as where the model cannot run here. */
  updates(tenant: TenantId, pairs: readonly (readonly [older: string, newer: string])[]): Promise<(Relations | null)[]>;
  claims(tenant: TenantId, pairs: readonly (readonly [known: string, claim: string])[]): Promise<(Stances | null)[]>;
}
