import type { Relation } from '@hippocamp/shared/language/stance';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** A memory as it is read beside a claim. */
export interface ReadMemory {
  text: string;
  /** By what names whoever says "I" in it may be called, in lower case, the whole name first; none where nobody knows. */
  names: readonly string[];
}

/** A language model that reads a claim beside memories of which rules tell nothing. */
export interface ClaimReader {
  /** What each memory says of the claim, in their order: neutral where it is not sure. Null where nobody can read them now. */
  read(tenant: TenantId, claim: string, memories: readonly ReadMemory[]): Promise<Relation[] | null>;
}
