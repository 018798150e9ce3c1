import type { TenantId } from '@hippocamp/shared/schemas/common';
import { readWhole, type WholeTextDependencies } from './whole-text.js';

/** True for each text that tries to steer its reader. */
export type Steering = (tenant: TenantId, texts: readonly string[]) => Promise<boolean[]>;

/** Reads each text alone: what one begins, such as a comment or a mail, would hide the others. */
export const createSteering =
  (dependencies: WholeTextDependencies): Steering =>
  async (tenant, texts) => {
    const found: boolean[] = [];
    for (const text of texts) {
      const read = await readWhole(tenant, text, dependencies);
      found.push(read !== null && (read.steers || read.isWorded));
    }
    return found;
  };
