import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import type { TextReading } from '@hippocamp/shared/language/reading';
import type { Embedder } from '../../ports/embedder.js';
import type { MemoryRecord } from '../../ports/records.js';
import { pairsOf, type ReadMemory, readMemory } from './memory-pairs.js';

/** What the memories of one request are to each other, by id. */
export interface MemoryComparison {
  /** 0 for not at all alike; 1 from the likeness on at which two memories may say the same. */
  likeness(first: string, second: string): number;
  /**
   * Whether the first says nothing that the second does not say, which likeness alone never decides; or one was distilled into
   * the other: what else a distilled memory says, its other sources say for themselves.
   */
  repeats(first: string, second: string): boolean;
}

const shareOfWords = (first: ReadonlySet<string>, second: ReadonlySet<string>): number => {
  const shared = [...first].filter((stem) => second.has(stem)).length;
  const all = first.size + second.size - shared;
  return all === 0 ? 0 : shared / all;
};

/** A long text has not been read, so that nobody knows. */
const hasAll = (stems: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean =>
  wanted.size > 0 && [...wanted].every((stem) => stems.has(stem));

/** Whether the first was distilled into the second, as the second says of itself. */
const wasDistilledInto = (source: MemoryRecord | undefined, distilled: MemoryRecord | undefined): boolean =>
  Array.isArray(distilled?.provenance?.sources) && distilled.provenance.sources.includes(source?.id);

const none: ReadonlySet<string> = new Set();

const keyOf = (first: string, second: string) => `${first} ${second}`;

const isRepeat = ({ verdict }: Comparison): boolean => verdict === 'same' || verdict === 'repeats';

/** What the comparison of memories needs to be known of them. */
export interface ComparedMemories {
  records: ReadonlyMap<string, MemoryRecord>;
  vectors: ReadonlyMap<string, Float32Array | null>;
  readings: ReadonlyMap<string, TextReading>;
}

/** Asks once about all pairs that could say the same. */
export async function compareMemories(
  { records, vectors, readings }: ComparedMemories,
  comparer: Embedder,
  compare: (pairs: readonly ComparedPair[]) => Promise<Comparison[]>,
): Promise<MemoryComparison> {
  const { same } = comparer.calibration;
  const texts = new Map([...records.values()].map((record) => [record.id, readMemory(record, readings)]));
  const vectorOf = (id: string) => vectors.get(records.get(id)?.contentHash ?? '') ?? null;
  const likeness = (first: string, second: string): number => {
    const [one, other] = [vectorOf(first), vectorOf(second)];
    if (!one || !other) return shareOfWords(texts.get(first)?.stems ?? none, texts.get(second)?.stems ?? none);
    return Math.min(1, Math.max(0, comparer.likeness(one, other) / same));
  };
  const pairs = pairsOf(texts.values());
  const asked = pairs.map(([first, second]) => ({ first, second, likeness: likeness(first.id, second.id) }));
  const found = asked.length === 0 ? [] : await compare(asked);
  const repeated = new Set(
    pairs.flatMap(([first, second], place) => {
      const comparison = found[place];
      return comparison && isRepeat(comparison) ? [keyOf(first.id, second.id)] : [];
    }),
  );
  const isHeldBy = (source: ReadMemory, distilled: ReadMemory): boolean =>
    wasDistilledInto(records.get(source.id), records.get(distilled.id)) && hasAll(distilled.stems, source.stems);
  return {
    likeness,
    repeats(first, second) {
      const [one, other] = [texts.get(first), texts.get(second)];
      if (!one || !other || one.ownerEntityId !== other.ownerEntityId) return false;
      // What somebody said themselves stands, though an assistant said it too.
      if (other.isAssistants && !one.isAssistants) return false;
      if (one.hash === other.hash || (one.plain !== null && one.plain === other.plain)) return true;
      return isHeldBy(one, other) || isHeldBy(other, one) || repeated.has(keyOf(first, second));
    },
  };
}
