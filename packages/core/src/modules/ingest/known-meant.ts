import type { TenantId } from '@hippocamp/shared/schemas/common';
import { sparseOf } from '@hippocamp/shared/text/sparse';
import type { VectorIndex } from '../../ports/vector-index.js';

/** Of each statement, so many are compared: who says the same in no word of it is among the first. */
const NEAREST = 3;

const noWords = sparseOf([]);

/**
 * Ids of the owner's memories nearest in meaning to each statement, whatever their words, the nearest first. Statements without a
 * vector have none; where the index cannot be asked nobody has any, and words alone find what is known.
 */
export async function meantNear(
  { tenant, ownerEntityId }: { tenant: TenantId; ownerEntityId: string | null },
  vectors: readonly (Float32Array | null)[],
  index: Pick<VectorIndex, 'lists'>,
): Promise<string[][]> {
  const filter = { ownerEntityId, includeSuperseded: false };
  const nearest = async (dense: Float32Array) => {
    const lists = await index.lists(tenant, { dense, sparse: noWords }, filter, NEAREST);
    return lists.dense.map(({ id }) => id);
  };
  try {
    const found: string[][] = [];
    for (const dense of vectors) found.push(dense ? await nearest(dense) : []);
    return found;
  } catch {
    return vectors.map(() => []);
  }
}
