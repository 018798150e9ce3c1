import type { ComparedText } from '@hippocamp/shared/language/comparison';
import { LONGEST_READ, nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import { isAssistants } from '@hippocamp/shared/language/speaker';
import { plainText } from '@hippocamp/shared/text/normalise';
import type { MemoryRecord } from '../../ports/records.js';
import { createHolding } from '../facts/holding.js';
import { selfOf } from '../facts/memory-keys.js';
import { resolve } from '../facts/subjects.js';

/** Of a short text. */
const plainly = (content: string): string | null => (content.length > LONGEST_READ ? null : plainText(content));

/** A memory as it is compared. */
export interface ReadMemory extends ComparedText {
  id: string;
  hash: string;
  ownerEntityId: string | null;
  isAssistants: boolean;
  plain: string | null;
}

const nobody: ReadonlySet<string> = new Set();

export const readMemory = (record: MemoryRecord, readings: ReadonlyMap<string, TextReading>): ReadMemory => {
  const { id, ownerEntityId, content, contentHash: hash, speaker } = record;
  const { stems, words, ...reading } = readings.get(id) ?? nothingRead;
  const resolved = resolve(reading, selfOf(record), nobody);
  const told = { content, stems: new Set(stems), words, plain: plainly(content), reading: resolved };
  return { id, ownerEntityId, hash, isAssistants: isAssistants(speaker), ...told };
};

/** "I live in Oslo" said by two is two facts. */
const byOwner = (memories: Iterable<ReadMemory>): ReadMemory[][] => {
  const owners = new Map<string | null, ReadMemory[]>();
  for (const memory of memories) {
    const own = owners.get(memory.ownerEntityId);
    if (own) own.push(memory);
    else owners.set(memory.ownerEntityId, [memory]);
  }
  return [...owners.values()];
};

/** Those of one owner that could say the same, in both directions. */
const ownPairs = (texts: readonly ReadMemory[]): [ReadMemory, ReadMemory][] => {
  const holding = createHolding(texts);
  return texts.flatMap((first) =>
    holding
      .near(first)
      .flatMap((second): [ReadMemory, ReadMemory][] => (first.hash === second.hash ? [] : [[first, second]])),
  );
};

/** All that could say the same, each pair in both directions. */
export const pairsOf = (memories: Iterable<ReadMemory>): [ReadMemory, ReadMemory][] =>
  byOwner(memories).flatMap(ownPairs);
