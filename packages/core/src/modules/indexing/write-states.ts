import type { TenantId } from '@hippocamp/shared/schemas/common';
import { memoryFields } from '@hippocamp/shared/scoring/lexical';
import type { Embedder } from '../../ports/embedder.js';
import type { IndexState } from '../../ports/records.js';
import type { Point, VectorIndex } from '../../ports/vector-index.js';
import { breathe } from '../breathe.js';

/** Makes an index hold rows as they are: embeds and applies those that belong in it, removes the rest. */
export type WriteStates = (tenant: TenantId, states: readonly IndexState[]) => Promise<void>;

/** Text embedded without a pause: word vectors take some 10 ms for it, and the process has requests to answer. */
const CHUNK_UNITS = 100_000;

const pointOf = (state: IndexState, dense: Float32Array | null): Point => ({
  id: state.id,
  version: state.version,
  dense,
  sparse: memoryFields(state.content, state.context),
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

const chunksOf = (states: readonly IndexState[]): IndexState[][] => {
  const chunks: IndexState[][] = [];
  let units = Number.POSITIVE_INFINITY;
  for (const state of states) {
    if (units >= CHUNK_UNITS) {
      chunks.push([]);
      units = 0;
    }
    units += state.content.length;
    chunks.at(-1)?.push(state);
  }
  return chunks;
};

export function createWriteStates(dependencies: {
  index: Pick<VectorIndex, 'apply' | 'remove'>;
  embedder: Embedder;
}): WriteStates {
  const { index, embedder } = dependencies;
  return async (tenant, states) => {
    const absent = states.filter((state) => state.absent).map(({ id }) => id);
    for (const chunk of chunksOf(states.filter((state) => !state.absent))) {
      const texts = chunk.map(({ content }) => content);
      const vectors = await embedder.embed(texts, 'memory');
      await index.apply(
        tenant,
        chunk.map((state, position) => pointOf(state, vectors[position] ?? null)),
      );
      await breathe();
    }
    if (absent.length > 0) await index.remove(tenant, absent);
  };
}
