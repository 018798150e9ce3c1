import type { Relation } from '@hippocamp/shared/language/stance';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ValidateMethod } from '@hippocamp/shared/schemas/validate';

/** A memory as it is read beside a claim. */
export interface ReadMemory {
  text: string;
  /** By what names whoever says "I" in it may be called, in lower case, the whole name first; none where nobody knows. */
  names: readonly string[];
}

/** A memory that rules take for a claim or against it. */
export interface TakenMemory extends ReadMemory {
  stance: 'supports' | 'refutes';
}

/** A model that reads a claim beside memories of which rules tell nothing. */
export interface ClaimReader {
  /** How a verdict is named that it had a part in. */
  method: Exclude<ValidateMethod, 'rules'>;
  /** 0..1: memories that have less to do with a claim are not worth reading. */
  leastRelevance: number;
  /** What each memory says of the claim, in their order: neutral where it is not sure. Null where nobody can read them now. */
  read(tenant: TenantId, claim: string, memories: readonly ReadMemory[]): Promise<Relation[] | null>;
  /** Of what rules make of memories, which it holds to be wrong, in their order; absent where it is not asked. Null where nobody can read them now. */
  disputes?(tenant: TenantId, claim: string, memories: readonly TakenMemory[]): Promise<boolean[] | null>;
}
