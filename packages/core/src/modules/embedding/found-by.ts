import type { Embedder } from '../../ports/embedder.js';
import { spokenWords } from '../memories/spoken-words.js';

/** What a model is told of a memory. */
export interface ToldText {
  content: string;
  context: string | null;
  speaker: string | null;
}

/** Who said it belongs to what was said: an "I" means nothing by itself. */
const spoken = (memory: ToldText) =>
  memory.speaker === null ? memory.content : `${memory.speaker}: ${spokenWords(memory)}`;
const withContext = (memory: ToldText) => `${memory.context}\n${spoken(memory)}`;

/** Of unit length, between the two. */
function between(own: Float32Array, inContext: Float32Array, share: number): Float32Array {
  const mixed = own.map((value, place) => (1 - share) * value + share * (inContext[place] ?? 0));
  const length = Math.hypot(...mixed);
  return length === 0 ? own : mixed.map((value) => value / length);
}

/**
 * One vector for each memory that questions find it by: of its text and, by the share that the model gains from it, of what
 * came before with its text. The cosine with such a vector is nearly the mean of both cosines, at the price of one.
 */
export async function foundBy(
  { embed, calibration }: Pick<Embedder, 'embed' | 'calibration'>,
  memories: readonly ToldText[],
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
