import type { TenantId } from '@hippocamp/shared/schemas/common';
import { sparseOf } from '@hippocamp/shared/text/sparse';
import type { Embedder } from '../../ports/embedder.js';
import type { TenantRepositories } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { settlesWithin } from '../settles-within.js';

/** Of each statement, so many nearest in meaning are compared: who says the same in no word of it is among the first. */
export const NEAREST = 3;
/** Of those nearest at all: an assistant often says what it was just told, and is not what a person's word is compared with. */
const LOOKED_AT = 2 * NEAREST;
/** So many that were told last: "No, at ten" is about what was just said, and the index may not hold that yet. */
export const LATEST = 6;

const noWords = sparseOf([]);

export interface BesideDependencies {
  index: Pick<VectorIndex, 'lists'>;
  embedder: Pick<Embedder, 'embed'>;
  repositories: Pick<TenantRepositories, 'memories'>;
}

/** Ids of memories that may be about the same, whatever their words. */
export interface Beside {
  /** Of each statement those nearest in meaning, whoever said them, the nearest first. */
  meant: string[][];
  /** Those that were told last, whatever they say, but for what the assistant said. */
  latest: string[];
}

/** ms: a server of vectors that hangs must not hold up what does without it. */
const LONGEST_WAIT = 2000;

/**
 * What no shared word finds. Where the model or the index cannot be asked in time, or the latest are all that there is, nobody is near
 * in meaning: words have to do.
 */
export async function knownBeside(
  { tenant, ownerEntityId }: { tenant: TenantId; ownerEntityId: string | null },
  contents: readonly string[],
  { index, embedder, repositories }: BesideDependencies,
): Promise<Beside> {
  if (contents.length === 0) return { meant: [], latest: [] };
  const own = { ownerEntityId, includeArchived: false, includeSuperseded: false, exceptAssistants: true };
  const latest = await repositories.memories.matching(own, { before: null, limit: LATEST });
  const filter = { ownerEntityId, includeSuperseded: false };
  const nearest = async (dense: Float32Array | null) => {
    if (!dense) return [];
    const lists = await index.lists(tenant, { dense, sparse: noWords }, filter, LOOKED_AT);
    return lists.dense.map(({ id }) => id);
  };
  const look = async (): Promise<string[][]> => {
    const vectors = await embedder.embed(contents, 'memory', tenant);
    const meant: string[][] = [];
    for (const vector of vectors) meant.push(await nearest(vector));
    return meant;
  };
  if (latest.length < LATEST) return { meant: [], latest };
  const looking = look().catch((): string[][] => []);
  return { meant: (await settlesWithin(looking, LONGEST_WAIT)) ? await looking : [], latest };
}
