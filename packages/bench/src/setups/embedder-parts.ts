import { createLocalModel } from '@hippocamp/adapters/local-model/embedder';
import { createWordVectors } from '@hippocamp/adapters/word-vectors/embedder';
import { type EmbeddableText, foundBy } from '@hippocamp/core/modules/indexing/memory-vectors';
import type { Embedder } from '@hippocamp/core/ports/embedder';

export interface EmbedderParts extends Pick<Embedder, 'id' | 'calibration'> {
  embedMemories(memories: readonly EmbeddableText[]): Promise<(Float32Array | null)[]>;
  embedQuestions(texts: readonly string[]): Promise<(Float32Array | null)[]>;
  fluency(text: string): number;
  close(): Promise<void>;
}

export async function openEmbedderParts(kind: 'local' | 'words'): Promise<EmbedderParts> {
  const local = kind === 'local' ? await createLocalModel({ threads: 1 }) : null;
  const embedder = local ?? (await createWordVectors());
  return {
    id: embedder.id,
    calibration: embedder.calibration,
    embedMemories: (memories) =>
      local
        ? foundBy(local, memories)
        : embedder.embed(
            memories.map(({ content }) => content),
            'memory',
          ),
    embedQuestions: (texts) => embedder.embed(texts, 'question'),
    fluency: (text) => embedder.fluency?.(text) ?? 1,
    close: async () => local?.close(),
  };
}
