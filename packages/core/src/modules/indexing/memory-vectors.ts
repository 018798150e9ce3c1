import { createHash } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import type { Calibration, Embedder } from '../../ports/embedder.js';
import type { KeptVector, Records } from '../../ports/records.js';
import { spokenWords } from '../facts/facts.js';
import { pace } from '../waiting.js';

/** One vector for each text, in order; see `Embedder.embed`. */
export type EmbedMemories = (tenant: TenantId, texts: readonly string[]) => Promise<(Float32Array | null)[]>;

const REMEMBERED = 5000;

/** Separate by tenant, because a fast answer must not reveal that another tenant keeps the same text. */
const keyOf = (tenant: TenantId, text: string) => `${tenant} ${createHash('sha256').update(text).digest('base64')}`;

/** Remembers vectors, so that a text that is read and then compared is embedded once. */
export function remembering(embed: EmbedMemories): EmbedMemories {
  // Wrapped, because the cache cannot hold null.
  const cache = new LRUCache<string, { vector: Float32Array | null }>({ max: REMEMBERED });
  return async (tenant, texts) => {
    const keys: string[] = [];
    for (const text of texts) {
      keys.push(keyOf(tenant, text));
      await pace();
    }
    const found = new Map(keys.map((key) => [key, cache.get(key)]));
    const unknown = new Map(
      texts.flatMap((text, place) => (found.get(keys[place] ?? '') ? [] : [[keys[place] ?? '', text]])),
    );
    const vectors = unknown.size > 0 ? await embed(tenant, [...unknown.values()]) : [];
    for (const [place, key] of [...unknown.keys()].entries()) {
      const vector = vectors[place] ?? null;
      found.set(key, { vector });
      cache.set(key, { vector });
    }
    return keys.map((key) => found.get(key)?.vector ?? null);
  };
}

export const createMemoryEmbedder = (embedder: Pick<Embedder, 'embed'>): EmbedMemories =>
  remembering((tenant, texts) => embedder.embed(texts, 'memory', tenant));

/** The first bytes hold the size of a step, a float32. */
const HEAD = 4;
/** The range of a signed byte, the same on both sides. */
const MOST = 127;

/** Packs a vector as int8 steps of a 127th of its largest component, in a quarter of the bytes. */
export function packVector(vector: Float32Array): Uint8Array<ArrayBuffer> {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = largest / MOST || 1;
  const bytes = new Uint8Array(HEAD + vector.length);
  new DataView(bytes.buffer).setFloat32(0, step, true);
  for (const [place, value] of vector.entries()) bytes[HEAD + place] = Math.round(value / step);
  return bytes;
}

/** Restores unit length. */
export function unpackVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Float32Array(bytes.length - HEAD);
  for (let place = 0; place < vector.length; place += 1) vector[place] = view.getInt8(HEAD + place);
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

export interface EmbeddableText {
  content: string;
  context: string | null;
  speaker: string | null;
}

/** The speaker belongs to the text, since an "I" means nothing by itself. */
const spoken = (memory: EmbeddableText) =>
  memory.speaker === null ? memory.content : `${memory.speaker}: ${spokenWords(memory)}`;
const withContext = (memory: EmbeddableText) => `${memory.context}\n${spoken(memory)}`;

/** A weighted mean of unit length. */
function between(own: Float32Array, inContext: Float32Array, share: number): Float32Array {
  const mixed = own.map((value, place) => (1 - share) * value + share * (inContext[place] ?? 0));
  const length = Math.hypot(...mixed);
  return length === 0 ? own : mixed.map((value) => value / length);
}

/** Mixes the vectors of text alone and text in context. The cosine is then nearly the mean of both cosines. */
export async function foundBy(
  { embed, calibration }: Pick<Embedder, 'embed'> & { calibration: Pick<Calibration, 'contextShare'> },
  memories: readonly EmbeddableText[],
  lane?: string,
): Promise<(Float32Array | null)[]> {
  const share = calibration.contextShare ?? 0;
  const inContext = share > 0 ? memories.filter(({ context }) => context !== null) : [];
  const texts = [...memories.map(spoken), ...inContext.map(withContext)];
  const vectors = await embed(texts, 'memory', lane);
  const viewOf = new Map(inContext.map((memory, place) => [memory, vectors[memories.length + place] ?? null]));
  return memories.map((memory, place) => {
    const own = vectors[place] ?? null;
    const view = viewOf.get(memory) ?? null;
    return own && view ? between(own, view, share) : own;
  });
}

export interface EmbeddedText extends EmbeddableText {
  id: string;
}

export interface VectorsNow {
  /** In the order of the memories. Null when the model knows no word of a text or has not embedded it yet. */
  vectors: (Float32Array | null)[];
  /** Ids of memories that have no vector yet. */
  waiting: string[];
}

export interface MemoryVectors {
  of(tenant: TenantId, memories: readonly EmbeddedText[]): Promise<VectorsNow>;
  /** Embeds and stores the missing ones. */
  make(tenant: TenantId, memories: readonly EmbeddedText[]): Promise<void>;
}

export const textHash = ({ content, context, speaker }: EmbeddedText) =>
  createHash('sha256')
    .update(JSON.stringify([content, context, speaker]))
    .digest('base64');

const isOf = (kept: KeptVector | undefined, memory: EmbeddedText): kept is KeptVector =>
  kept?.textHash === textHash(memory);

/** For a fast model, whose vectors need not be stored. */
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

/** For a slow model: each vector is stored with its memory. */
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
          return { memoryId: memory.id, textHash: textHash(memory), vector: vector && packVector(vector) };
        }),
      );
    },
  };
}

/** The embedder may change while the service runs. */
export function createMemoryVectors({
  embedder,
  embedMemories,
  records,
}: {
  embedder: Embedder;
  embedMemories: EmbedMemories;
  records: Records;
}): MemoryVectors {
  const [quick, slow] = [atOnce(embedMemories), behind(embedder, records)];
  const now = () => (embedder.behind ? slow : quick);
  return {
    of: (tenant, memories) => now().of(tenant, memories),
    make: (tenant, memories) => now().make(tenant, memories),
  };
}
