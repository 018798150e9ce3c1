import type { Stance } from '@hippocamp/shared/language/claim';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ValidateMethod } from '@hippocamp/shared/schemas/validate';

/** A memory as it is read beside a claim. */
export interface ReadMemory {
  text: string;
  /** By what names whoever says "I" in it may be called, in lower case, the whole name first; none where nobody knows. */
  names: readonly string[];
  /** It may not be shown to a language model; it may where that is not said. */
  staysHere?: boolean;
}

/** A model that reads a claim beside memories. */
export interface ClaimReader {
  /** How a verdict is named that it had a part in. */
  method: Extract<ValidateMethod, 'model' | 'llm'>;
  /** 0..1: memories that have less to do with a claim are not worth reading. */
  leastRelevance: number;
  /** What each memory says of the claim, in their order: neutral where it is not sure. Null where nobody can read them now. */
  read(tenant: TenantId, claim: string, memories: readonly ReadMemory[]): Promise<Stance[] | null>;
}
