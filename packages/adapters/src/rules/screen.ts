import type { Screen } from '@hippocamp/core/ports/screen';
import { textInstructs } from './instructs.js';
import { secretsIn } from './secrets/secrets-in.js';

/** Screening by rules: forms of secrets and sentences that steer; English, with a few words of other languages. */
export const createScreen = (): Screen => ({ version: 'screen-1', secretsIn, instructs: textInstructs });
