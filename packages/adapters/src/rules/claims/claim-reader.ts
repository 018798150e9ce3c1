import type { ClaimReader } from '@hippocamp/core/ports/claim-reader';
import { relate } from './relate.js';
import { statementsOf } from './statements.js';

/** Compares statements by rules of English: where it is not sure that one follows from the other or excludes it, it says nothing. */
export const createClaimReader = (): ClaimReader => ({ statementsOf, relate });
