import type { ComparedText } from '@hippocamp/shared/language/comparison';
import { LONGEST_READ, type TextReading } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Embedder } from '../../ports/embedder.js';
import type { Language } from '../../ports/language.js';
import type { MemoryRecord } from '../../ports/records.js';
import type { EmbedMemories } from '../embedding/memory-embedder.js';
import type { Facts } from '../facts/facts.js';
import { type Aliases, resolve, selfKey } from '../facts/subjects.js';
import { contentHash } from '../memories/normalise.js';

export interface SayingDependencies {
  language: Pick<Language, 'compare' | 'relate'>;
  comparer: Pick<Embedder, 'likeness' | 'calibration'>;
  embedMemories: EmbedMemories;
  facts: Facts;
}

/** A statement that is to be forgotten, with what was read of it. */
export interface AskedStatement {
  text: string;
  reading: TextReading;
}

/** Why a memory is held to say something. Holds none of its words. */
export interface Saying {
  reason: string;
  /** 0..1 */
  score: number;
}

interface Asking {
  tenant: TenantId;
  aliases: Aliases;
}

/** Of a long memory its beginning is compared, UTF-16 units, and of many long ones the first. */
const LONGEST_COMPARED = 10_000;
const MOST_COMPARED = 400_000;

const compared = (memories: readonly MemoryRecord[]): MemoryRecord[] => {
  let units = 0;
  return memories.filter(({ content }) => {
    units += Math.min(content.length, LONGEST_COMPARED);
    return units <= MOST_COMPARED;
  });
};

const textOf = (content: string, { stems, words, ...reading }: TextReading, aliases: Aliases): ComparedText => ({
  content,
  stems: new Set(stems),
  words,
  reading: resolve(reading, selfKey(undefined), aliases),
});

const best = (first: Saying | undefined, second: Saying): Saying =>
  first && first.score >= second.score ? first : second;

const strongest = (all: readonly ReadonlyMap<string, Saying>[]): Map<string, Saying> => {
  const sayings = new Map<string, Saying>();
  for (const [id, saying] of all.flatMap((some) => [...some])) sayings.set(id, best(sayings.get(id), saying));
  return sayings;
};

/** Finds which memories make a statement. Being alike says nothing. */
export function createSaying({ language, comparer, embedMemories, facts }: SayingDependencies) {
  /** As ingest compares what is said again: the memory says all that the statement says. */
  const repeated = async (
    statements: readonly AskedStatement[],
    memories: readonly MemoryRecord[],
    { tenant, aliases }: Asking,
  ): Promise<Map<string, Saying>> => {
    const short = memories.filter(({ content }) => content.length <= LONGEST_READ);
    const readings = await facts.ofMemories(tenant, short);
    const texts = [...statements.map(({ text }) => text), ...short.map(({ content }) => content)];
    const vectors = await embedMemories(tenant, texts).catch(() => []);
    const pairs = statements.flatMap(({ text, reading }, place) =>
      short.flatMap((memory, at) => {
        const known = readings.get(memory.id);
        const [one, other] = [vectors[place], vectors[statements.length + at]];
        const likeness = one && other ? comparer.likeness(one, other) / comparer.calibration.same : null;
        if (!known) return [];
        const [first, second] = [textOf(text, reading, aliases), textOf(memory.content, known, aliases)];
        return [{ id: memory.id, pair: { first, second, likeness } }];
      }),
    );
    const found = await language.compare(
      tenant,
      pairs.map(({ pair }) => pair),
    );
    const sayings = pairs.flatMap(({ id }, place): [string, Saying][] => {
      const comparison = found[place];
      const isRepeat = comparison?.verdict === 'same' || comparison?.verdict === 'repeats';
      return comparison && isRepeat ? [[id, { reason: 'says the same', score: comparison.sure }]] : [];
    });
    return strongest(sayings.map((saying) => new Map([saying])));
  };

  /** As a claim is held beside what is known. */
  const supported = async (
    statements: readonly AskedStatement[],
    memories: readonly MemoryRecord[],
    { tenant, aliases }: Asking,
  ): Promise<Map<string, Saying>> => {
    const beside = memories.map((_, place) => place);
    const found = await language.relate(tenant, {
      claim: statements.map(({ text }) => text).join(' '),
      parts: statements.map(({ text }) => ({ text, beside })),
      known: memories.map(({ content }) => ({ text: content.slice(0, LONGEST_COMPARED), isClaim: false })),
      aliases: [...aliases],
    });
    return strongest(
      found.map(({ stances }) => {
        const says = memories.flatMap(({ id }, place): [string, Saying][] => {
          const stance = stances[place];
          return stance?.stance === 'supports' ? [[id, { reason: 'says it', score: stance.score }]] : [];
        });
        return new Map(says);
      }),
    );
  };

  return async (
    statements: readonly AskedStatement[],
    memories: readonly MemoryRecord[],
    asking: Asking,
  ): Promise<Map<string, Saying>> => {
    if (statements.length === 0 || memories.length === 0) return new Map();
    const looked = compared(memories);
    return strongest([await repeated(statements, looked, asking), await supported(statements, looked, asking)]);
  };
}

/** The same words, whatever they say. */
export function sameWords(asked: readonly string[], memories: readonly MemoryRecord[]): Map<string, Saying> {
  const hashes = new Set(asked.map(contentHash));
  const same = memories.filter(({ contentHash: hash }) => hashes.has(hash));
  return new Map(same.map(({ id }) => [id, { reason: 'says it in the same words', score: 1 }]));
}
