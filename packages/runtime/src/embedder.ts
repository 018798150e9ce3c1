import { createWordVectors } from '@hippocamp/adapters/word-vectors/embedder';
import type { Embedder } from '@hippocamp/core/ports/embedder';

/** The embedder that ships with the service: word vectors, no key, no network. */
export const createDefaultEmbedder = (): Promise<Embedder> => createWordVectors();
