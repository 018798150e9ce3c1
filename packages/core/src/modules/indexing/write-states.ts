import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Lexicon } from '../../ports/lexicon.js';
import type { IndexState } from '../../ports/records.js';
import type { Point, VectorIndex } from '../../ports/vector-index.js';
import { breathe } from '../breathe.js';
import type { EmbedMemories } from '../embedding/memory-embedder.js';
import { textParts } from '../in-parts.js';
import { createMemoryFields } from './memory-fields.js';

/** Makes an index hold rows as they are: embeds and applies those that belong in it, removes the rest. */
export type WriteStates = (tenant: TenantId, states: readonly IndexState[]) => Promise<void>;

const pointOf = (state: IndexState, dense: Float32Array | null, sparse: Point['sparse']): Point => ({
  id: state.id,
  version: state.version,
  dense,
  sparse,
  filters: {
    ownerEntityId: state.ownerEntityId,
    tier: state.tier,
    tags: state.tags,
    sourceArtifactId: state.sourceArtifactId,
    sessionId: state.sessionId,
    createdAt: state.createdAt,
    superseded: state.superseded,
  },
});

export function createWriteStates(dependencies: {
  index: Pick<VectorIndex, 'apply' | 'remove'>;
  embedMemories: EmbedMemories;
  lexicon: Lexicon;
}): WriteStates {
  const { index, embedMemories } = dependencies;
  const fieldsOf = createMemoryFields(dependencies.lexicon);
  return async (tenant, states) => {
    const absent = states.filter((state) => state.absent).map(({ id }) => id);
    for (const part of textParts(states.filter((state) => !state.absent))) {
      const texts = part.map(({ content }) => content);
      const [vectors, fields] = await Promise.all([embedMemories(tenant, texts), fieldsOf(tenant, part)]);
      await index.apply(
        tenant,
        part.flatMap((state, position) => {
          const sparse = fields[position];
          return sparse ? [pointOf(state, vectors[position] ?? null, sparse)] : [];
        }),
      );
      await breathe();
    }
    if (absent.length > 0) await index.remove(tenant, absent);
  };
}
