import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { ActiveEmbedder } from '@hippocamp/core/ports/records';

export interface NamedEmbedder extends ActiveEmbedder {
  /** Opens it for a new or moving store. Rejects where its server does not answer, or `check` throws. */
  open(check?: () => void): Promise<Embedder>;
  find(active: ActiveEmbedder): Promise<Embedder | null>;
  /** True where the store uses this model with guessed constants. */
  isGuessed(active: ActiveEmbedder): boolean;
}

export const isSame = (first: ActiveEmbedder, second: ActiveEmbedder) =>
  first.id === second.id && first.dimensions === second.dimensions;

export const shippedEmbedder = (embedder: Embedder): NamedEmbedder => ({
  id: embedder.id,
  dimensions: embedder.dimensions,
  open: async () => embedder,
  find: async (active) => (isSame(active, embedder) ? embedder : null),
  isGuessed: () => false,
});
