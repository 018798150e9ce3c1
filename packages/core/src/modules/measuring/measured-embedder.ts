import type { Embedder, EmbedderMeasures, Prefixes } from '../../ports/embedder.js';

const isBlank = (text: string) => text.trim() === '';

/** What is blank stays so: there is nothing to know of it. */
export const prefixed = <Given extends Pick<Embedder, 'embed'>>(embedder: Given, prefixes: Prefixes): Given => ({
  ...embedder,
  embed: (texts, role, lane) =>
    embedder.embed(
      texts.map((text) => (isBlank(text) ? text : prefixes[role] + text)),
      role,
      lane,
    ),
});

/** The embedder with what came of measuring it, under a name of its own: its vectors are others. */
export const measuredEmbedder = (
  embedder: Embedder,
  id: string,
  { calibration, prefixes }: EmbedderMeasures,
): Embedder => ({ ...prefixed(embedder, prefixes), id, calibration });
