import { createHash } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Embedder } from '../../ports/embedder.js';
import type { KeptVector, Records } from '../../ports/records.js';
import { foundBy, type ToldText } from './found-by.js';
import type { EmbedMemories } from './memory-embedder.js';
import { packVector, unpackVector } from './vector-bytes.js';

export interface EmbeddedText extends ToldText {
  id: string;
}

export interface VectorsNow {
  /** In the order of the memories; null where the model knows nothing of a text, or nobody has asked it yet. */
  vectors: (Float32Array | null)[];
  /** Those that nobody has asked the model about. */
  waiting: string[];
}

/** What memories are found by, for the embedder in use. */
export interface MemoryVectors {
  of(tenant: TenantId, memories: readonly EmbeddedText[]): Promise<VectorsNow>;
  /** Asks the model about those that wait for it, and keeps what it says. */
  make(tenant: TenantId, memories: readonly EmbeddedText[]): Promise<void>;
}

const hashOf = ({ content, context, speaker }: EmbeddedText) =>
  createHash('sha256')
    .update(JSON.stringify([content, context, speaker]))
    .digest('base64');

const isOf = (kept: KeptVector | undefined, memory: EmbeddedText): kept is KeptVector =>
  kept?.textHash === hashOf(memory);

/** Of a model that is quick: there is nothing to keep. */
const atOnce = (embedMemories: EmbedMemories): MemoryVectors => ({
  of: async (tenant, memories) => ({
    vectors: await embedMemories(
      tenant,
      memories.map(({ content }) => content),
    ),
    waiting: [],
  }),
  make: async () => undefined,
});

/** Of one that takes its time: vectors are made once for each text and kept with the memory. */
function behind(embedder: Embedder, records: Records): MemoryVectors {
  const kept = (tenant: TenantId, memories: readonly EmbeddedText[]) =>
    records.forTenant(tenant).vectors.get(
      embedder.id,
      memories.map(({ id }) => id),
    );
  return {
    async of(tenant, memories) {
      const found = await kept(tenant, memories);
      const vectors = memories.map((memory) => {
        const own = found.get(memory.id);
        return isOf(own, memory) && own.vector ? unpackVector(own.vector) : null;
      });
      const waiting = memories.filter((memory) => !isOf(found.get(memory.id), memory)).map(({ id }) => id);
      return { vectors, waiting };
    },
    async make(tenant, memories) {
      const found = await kept(tenant, memories);
      const waiting = memories.filter((memory) => !isOf(found.get(memory.id), memory));
      if (waiting.length === 0) return;
      const vectors = await foundBy(embedder, waiting, tenant);
      await records.forTenant(tenant).vectors.put(
        embedder.id,
        waiting.map((memory, place): KeptVector => {
          const vector = vectors[place] ?? null;
          return { memoryId: memory.id, textHash: hashOf(memory), vector: vector && packVector(vector) };
        }),
      );
    },
  };
}

/** For an embedder that may become another while the service runs. `embedMemories` is for one that is quick. */
export function createMemoryVectors(dependencies: {
  embedder: Embedder;
  embedMemories: EmbedMemories;
  records: Records;
}): MemoryVectors {
  const { embedder, embedMemories, records } = dependencies;
  const [quick, slow] = [atOnce(embedMemories), behind(embedder, records)];
  const now = () => (embedder.behind ? slow : quick);
  return {
    of: (tenant, memories) => now().of(tenant, memories),
    make: (tenant, memories) => now().make(tenant, memories),
  };
}
