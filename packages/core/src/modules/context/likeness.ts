import type { Embedder } from '../../ports/embedder.js';
import type { TextReading } from '../../ports/language.js';
import type { MemoryRecord } from '../../ports/records.js';
import { repeats, type Statement, saysTheSame } from '../facts/compare.js';
import { actorOf } from '../facts/memory-keys.js';
import { LONGEST_READ, nothingRead } from '../facts/read-text.js';
import { resolve, selfKey } from '../facts/subjects.js';
import { normaliseText } from '../memories/normalise.js';

/** Compares the memories of one request, by id; each is read once, and only if it is asked about. */
export interface Comparison {
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
const wasDistilledInto = ({ id }: MemoryRecord, { provenance }: MemoryRecord): boolean =>
  Array.isArray(provenance?.sources) && provenance.sources.includes(id);

/** A short text as it is compared, without "the": who leaves that out says nothing else. */
const plainly = (content: string): string | null =>
  content.length > LONGEST_READ ? null : normaliseText(content).replace(/\bthe /g, '');

interface Read extends Statement {
  plain: string | null;
}

const none: ReadonlySet<string> = new Set();

export function createComparison(
  records: ReadonlyMap<string, MemoryRecord>,
  {
    vectors,
    readings,
  }: { vectors: ReadonlyMap<string, Float32Array | null>; readings: ReadonlyMap<string, TextReading> },
  embedder: Embedder,
): Comparison {
  const { same } = embedder.calibration;
  const read = new Map<string, Read>();
  const statementOf = (id: string): Read => {
    const known = read.get(id);
    if (known) return known;
    const { content = '', metadata = {} } = records.get(id) ?? {};
    const { stems, words, ...reading } = readings.get(id) ?? nothingRead;
    const resolved = resolve(reading, selfKey(actorOf(metadata)), none);
    const statement = { stems: new Set(stems), words, plain: plainly(content), reading: resolved };
    read.set(id, statement);
    return statement;
  };
  const vectorOf = (id: string) => vectors.get(records.get(id)?.contentHash ?? '') ?? null;
  const likeness = (first: string, second: string): number => {
    const [one, other] = [vectorOf(first), vectorOf(second)];
    if (!one || !other) return shareOfWords(statementOf(first).stems, statementOf(second).stems);
    return Math.min(1, Math.max(0, embedder.likeness(one, other) / same));
  };
  /** Of a long source only its beginning is distilled, and a distilled text may be edited: then its words are not all there. */
  const isHeldBy = (source: MemoryRecord, distilled: MemoryRecord): boolean =>
    wasDistilledInto(source, distilled) && hasAll(statementOf(distilled.id).stems, statementOf(source.id).stems);
  return {
    likeness,
    repeats(first, second) {
      const [record, known] = [records.get(first), records.get(second)];
      // "I live in Oslo" said by two is two facts.
      if (!record || !known || record.ownerEntityId !== known.ownerEntityId) return false;
      if (record.contentHash === known.contentHash) return true;
      const [one, other] = [statementOf(first), statementOf(second)];
      if ((one.plain !== null && one.plain === other.plain) || isHeldBy(record, known) || isHeldBy(known, record))
        return true;
      return saysTheSame(one, other) || repeats(one, other, () => likeness(first, second), 1);
    },
  };
}
