import { LONGEST_READ, type TextReading } from '@hippocamp/shared/language/reading';
import { isAssistants } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { plainText } from '@hippocamp/shared/text/cleaned';
import type { Embedder } from '../../ports/embedder.js';
import type { Log } from '../../ports/log.js';
import type { MemoryRecord } from '../../ports/records.js';
import { textParts } from '../in-parts.js';
import type { EmbedMemories } from '../indexing/memory-vectors.js';
import { createTroubleLog } from '../trouble-log.js';
import { settlesWithin } from '../waiting.js';

/** By hash of the text. Empty when the model did not answer in time. */
export type MemoryVectors = (records: readonly MemoryRecord[]) => Promise<ReadonlyMap<string, Float32Array | null>>;

/** Gives up on the model after `wait` ms, and asks for no more parts of the texts. */
export function createMemoryVectors({
  embedMemories,
  wait,
  log,
}: {
  embedMemories: EmbedMemories;
  wait: number;
  log: Log;
}): (tenant: TenantId) => MemoryVectors {
  const attempt = createTroubleLog(log, {
    begins: 'memories not embedded; their words are compared',
    over: 'memories are embedded again',
  });
  return (tenant) => async (records) => {
    const { passed, failed } = attempt();
    const texts = [...new Map(records.map((record) => [record.contentHash, record])).values()];
    const found = new Map<string, Float32Array | null>();
    let isOver = false;
    const embedAll = async () => {
      for (const part of textParts(texts)) {
        if (isOver) return;
        const vectors = await embedMemories(
          tenant,
          part.map(({ content }) => content),
        );
        for (const [place, { contentHash }] of part.entries()) found.set(contentHash, vectors[place] ?? null);
      }
    };
    const isDone = await settlesWithin(embedAll(), wait).catch(() => false);
    isOver = true;
    if (isDone) {
      if (texts.length > 0) passed();
      return found;
    }
    failed({ count: texts.length });
    return new Map();
  };
}

interface MemoryComparison {
  /** 0 for not at all alike; 1 from the likeness at which two memories may say the same. */
  likeness(first: string, second: string): number;
  /** True for the same text, or if one was distilled into the other. Likeness never decides. */
  repeats(first: string, second: string): boolean;
}

interface ReadMemory {
  record: MemoryRecord;
  stems: Stems;
  /** Null for a long text. */
  plain: string | null;
}

/** Numbers of the stems, ascending: comparing those of hundreds of memories with each other must be fast. */
type Stems = Uint32Array;

const none: Stems = new Uint32Array();

/** Numbers stems as they come. */
function createNumbering(): (stems: readonly string[]) => Stems {
  const numbers = new Map<string, number>();
  return (stems) => {
    for (const stem of stems) if (!numbers.has(stem)) numbers.set(stem, numbers.size);
    return Uint32Array.from(new Set(stems), (stem) => numbers.get(stem) ?? 0).sort();
  };
}

const countShared = (first: Stems, second: Stems): number => {
  let shared = 0;
  for (let one = 0, other = 0; one < first.length && other < second.length; ) {
    const difference = (first[one] ?? 0) - (second[other] ?? 0);
    if (difference === 0) shared += 1;
    if (difference <= 0) one += 1;
    if (difference >= 0) other += 1;
  }
  return shared;
};

const shareOfWords = (first: Stems, second: Stems): number => {
  const shared = countShared(first, second);
  const all = first.length + second.length - shared;
  return all === 0 ? 0 : shared / all;
};

/** False for a long text, which was not read and has no stems. */
const hasAll = (stems: Stems, wanted: Stems): boolean =>
  wanted.length > 0 && countShared(stems, wanted) === wanted.length;

const wasDistilledInto = (source: MemoryRecord, distilled: MemoryRecord): boolean =>
  Array.isArray(distilled.provenance?.sources) && distilled.provenance.sources.includes(source.id);

const isHeldBy = (source: ReadMemory, distilled: ReadMemory): boolean =>
  wasDistilledInto(source.record, distilled.record) && hasAll(distilled.stems, source.stems);

interface ComparedMemories {
  records: ReadonlyMap<string, MemoryRecord>;
  vectors: ReadonlyMap<string, Float32Array | null>;
  readings: ReadonlyMap<string, TextReading>;
}

const readMemory = (record: MemoryRecord, stems: Stems): ReadMemory => ({
  record,
  stems,
  plain: record.content.length > LONGEST_READ ? null : plainText(record.content),
});

export function compareMemories(
  { records, vectors, readings }: ComparedMemories,
  comparer: Embedder,
): MemoryComparison {
  const { same } = comparer.calibration;
  const numbered = createNumbering();
  const read = (record: MemoryRecord) => readMemory(record, numbered(readings.get(record.id)?.stems ?? []));
  const texts = new Map([...records.values()].map((record) => [record.id, read(record)]));
  const vectorOf = (id: string) => vectors.get(records.get(id)?.contentHash ?? '') ?? null;
  return {
    likeness(first, second) {
      const [one, other] = [vectorOf(first), vectorOf(second)];
      if (!one || !other) return shareOfWords(texts.get(first)?.stems ?? none, texts.get(second)?.stems ?? none);
      return Math.min(1, Math.max(0, comparer.likeness(one, other) / same));
    },
    repeats(first, second) {
      const [one, other] = [texts.get(first), texts.get(second)];
      if (!one || !other || one.record.ownerEntityId !== other.record.ownerEntityId) return false;
      // A person's own statement wins over the same statement by an assistant.
      if (isAssistants(other.record.speaker) && !isAssistants(one.record.speaker)) return false;
      const isSameText =
        one.record.contentHash === other.record.contentHash || (one.plain !== null && one.plain === other.plain);
      return isSameText || isHeldBy(one, other) || isHeldBy(other, one);
    },
  };
}
