import type { TextReading } from '@hippocamp/shared/language/reading';
import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import type { ContextRequest } from '@hippocamp/shared/schemas/context';
import { normaliseWeights } from '@hippocamp/shared/scoring/score';
import type { Embedder } from '../../ports/embedder.js';
import type { MemoryRecord } from '../../ports/records.js';
import type { Tokenizer } from '../../ports/tokenizer.js';
import type { Facts } from '../facts/facts.js';
import { pace } from '../waiting.js';
import { capsOf, type Found } from './candidates.js';
import { compareMemories, type MemoryVectors } from './likeness.js';
import {
  type Counted,
  counted,
  FRAME_TOKENS,
  HEADING,
  inReadingOrder,
  memoryLine,
  memoryMessage,
  tokensOfLine,
  type Whose,
} from './messages.js';
import { type Candidate, type Left, type Selection, select } from './select.js';

export interface RememberDependencies {
  tenant: TenantId;
  /** By whose vectors texts are compared with each other. */
  comparer: Embedder;
  facts: Facts;
  tokenizer: Tokenizer;
  vectorsOf: MemoryVectors;
  whose: Whose;
}

/** The part of a context that is remembered; no message where nothing is. */
export interface Remembered {
  memory: Counted | null;
  /** In the message's order. */
  included: MemoryRecord[];
  left: Left[];
}

/** The line of each memory, made once; long ones take a while, in which others have their turn. */
const linesOf = async (records: readonly MemoryRecord[], whose: Whose): Promise<ReadonlyMap<string, string>> => {
  const lines = new Map<string, string>();
  for (const record of records) {
    lines.set(record.id, memoryLine(record, whose(record)));
    await pace();
  }
  return lines;
};

const toCandidates = (
  { records, scores }: Found,
  lines: ReadonlyMap<string, string>,
  tokenizer: Tokenizer,
): Promise<Candidate[]> =>
  Promise.all(
    [...records.values()].map(async (record) => ({
      id: record.id,
      tier: record.tier,
      ...(scores.get(record.id) ?? { score: 0, relevance: 0, semantic: 0 }),
      tokens: await tokensOfLine(lines.get(record.id) ?? '', tokenizer),
    })),
  );

/** A memory that shares neither words nor meaning with a question is less relevant to it, however long it is. */
const NOTHING_SHARED = 0.05;

/**
 * How much a memory has to concern some question. Where recency or importance counts it may be wanted all the same: "Plan a
 * dinner for us" shares neither words nor meaning with an allergy.
 */
const leastRelevance = ({ minRelevance, strategy }: ContextRequest): number =>
  minRelevance ?? strategy.minRelevance ?? (normaliseWeights(strategy.weights).semantic === 1 ? NOTHING_SHARED : 0);

/** What a model should not be shown unasked: it may be an order to it. A secret is one that the caller wanted remembered. */
const isKeptFromModels = ({ marks }: TextReading): boolean =>
  marks.includes('instructs') || marks.includes('unchecked');

/** The memory message, counted as a whole: should that be more than its lines, the last one picked goes. */
async function write(
  { chosen, left }: Selection,
  budget: number,
  about: { found: Found; lines: ReadonlyMap<string, string>; tiers: readonly Tier[]; tokenizer: Tokenizer },
): Promise<Remembered> {
  const records = chosen.flatMap(({ id }) => about.found.records.get(id) ?? []);
  if (records.length === 0) return { memory: null, included: [], left };
  const included = inReadingOrder(records, about.tiers);
  const message = memoryMessage(included, ({ id }) => about.lines.get(id) ?? '');
  const memory = await counted(message, about.tokenizer);
  if (memory.tokens <= budget) return { memory, included, left };
  const last = chosen.slice(-1).map((candidate): Left => ({ candidate, reason: 'token_budget' }));
  return write({ chosen: chosen.slice(0, -1), left: [...left, ...last] }, budget, about);
}

/** Counts and compares the candidates; the result writes the memory message within a budget, and may be asked for several. */
export async function prepareMemories(
  found: Found,
  input: ContextRequest,
  { tenant, comparer, facts, tokenizer, vectorsOf, whose }: RememberDependencies,
): Promise<(budget: number) => Promise<Remembered>> {
  const records = [...found.records.values()];
  const [vectors, readings] = await Promise.all([vectorsOf(records), facts.ofMemories(tenant, records)]);
  const compared = { records: found.records, vectors, readings };
  const comparison = compareMemories(compared, comparer);
  const lines = await linesOf(records, whose);
  const all = await toCandidates(found, lines, tokenizer);
  const { strategy } = input;
  const least = leastRelevance(input);
  const reasonToLeave = (candidate: Candidate): Left['reason'] | null => {
    const reading = readings.get(candidate.id);
    if (!strategy.includeMarked && reading && isKeptFromModels(reading)) return 'marked';
    return candidate.semantic < least ? 'low_relevance' : null;
  };
  const leftAtOnce = all.flatMap((candidate): Left[] => {
    const reason = reasonToLeave(candidate);
    return reason ? [{ candidate, reason }] : [];
  });
  const leaving = new Set(leftAtOnce.map(({ candidate }) => candidate));
  const candidates = all.filter((candidate) => !leaving.has(candidate));
  const frame = (await tokensOfLine(HEADING, tokenizer)) + FRAME_TOKENS;
  return (budget) => {
    const { chosen, left } = select(candidates, {
      caps: capsOf(strategy),
      budget: Math.max(0, budget - frame),
      likeness: (first, second) => comparison.likeness(first.id, second.id),
      repeats: (first, second) => comparison.repeats(first.id, second.id),
    });
    const about = { found, lines, tiers: strategy.tiers, tokenizer };
    return write({ chosen, left: [...leftAtOnce, ...left] }, budget, about);
  };
}
