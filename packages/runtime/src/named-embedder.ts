import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { ActiveEmbedder } from '@hippocamp/core/ports/records';

/** The embedder that the settings name, which this process can run. */
export interface NamedEmbedder extends ActiveEmbedder {
  /** Ready for a store that begins with it or goes over to it. Rejects where it had to be asked and did not answer, or `check` throws. */
  open(check?: () => void): Promise<Embedder>;
  /** The one that a store goes by, where it is of this model; null else. */
  find(active: ActiveEmbedder): Promise<Embedder | null>;
  /** A store goes by this model with constants that were guessed. */
  isGuessed(active: ActiveEmbedder): boolean;
}

export const isSame = (first: ActiveEmbedder, second: ActiveEmbedder) =>
  first.id === second.id && first.dimensions === second.dimensions;

/** One whose constants ship with it. */
export const shippedEmbedder = (embedder: Embedder): NamedEmbedder => ({
  id: embedder.id,
  dimensions: embedder.dimensions,
  open: async () => embedder,
  find: async (active) => (isSame(active, embedder) ? embedder : null),
  isGuessed: () => false,
});
