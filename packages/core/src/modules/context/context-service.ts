import { Problem } from '@hippocamp/shared/problems';
import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import {
  type ContextAnswer,
  type ContextMessage,
  type ContextRequest,
  capsOf,
  type Dropped,
} from '@hippocamp/shared/schemas/context';
import { normaliseWeights } from '@hippocamp/shared/scoring/score';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Language } from '../../ports/language.js';
import type { Log } from '../../ports/log.js';
import type { MemoryRecord, Records } from '../../ports/records.js';
import type { Tokenizer } from '../../ports/tokenizer.js';
import { type Caller, seenBy } from '../caller.js';
import type { FactReader } from '../facts/facts.js';
import type { EmbedMemories } from '../indexing/memory-vectors.js';
import type { Screen } from '../model/screen.js';
import { isMarked } from '../model/without-secrets.js';
import type { Policies } from '../policies.js';
import type { Recall } from '../retrieval/recall.js';
import { pace } from '../waiting.js';
import { type Found, findCandidates } from './candidates.js';
import { compareMemories, createMemoryVectors, type MemoryVectors } from './likeness.js';
import {
  type Counted,
  counted,
  createVoiceOf,
  FRAME_TOKENS,
  HEADING,
  inputMessage,
  inReadingOrder,
  memoryLine,
  memoryMessage,
  systemMessage,
  tokensOfLine,
  type VoiceOf,
} from './messages.js';
import { type Candidate, type Left, type Selection, select } from './select.js';

interface RememberDependencies {
  tenant: TenantId;
  comparer: Embedder;
  facts: FactReader;
  tokenizer: Tokenizer;
  vectorsOf: MemoryVectors;
  voiceOf: VoiceOf;
}

interface Remembered {
  memory: Counted | null;
  /** In the order of the message. */
  included: MemoryRecord[];
  left: Left[];
}

/** Long lines take a while to make, so others get their turn in between. */
const linesOf = async (records: readonly MemoryRecord[], voiceOf: VoiceOf): Promise<ReadonlyMap<string, string>> => {
  const lines = new Map<string, string>();
  for (const record of records) {
    lines.set(record.id, memoryLine(record, voiceOf(record)));
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

/** A memory that shares neither words nor meaning with the question stays below this. */
const NOTHING_SHARED = 0.05;

/** 0 when recency or importance counts: "Plan a dinner for us" shares neither words nor meaning with an allergy. */
const leastRelevance = ({ minRelevance, strategy }: ContextRequest): number =>
  minRelevance ?? strategy.minRelevance ?? (normaliseWeights(strategy.weights).semantic === 1 ? NOTHING_SHARED : 0);

/** The memory message is counted as a whole. If it exceeds the budget, the last memory picked is dropped. */
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

/** Answers a function that writes the memory message within a budget. */
async function prepareMemories(
  found: Found,
  input: ContextRequest,
  { tenant, comparer, facts, tokenizer, vectorsOf, voiceOf }: RememberDependencies,
): Promise<(budget: number) => Promise<Remembered>> {
  const records = [...found.records.values()];
  const [vectors, readings] = await Promise.all([vectorsOf(records), facts.ofMemories(tenant, records)]);
  const compared = { records: found.records, vectors, readings };
  const comparison = compareMemories(compared, comparer);
  const lines = await linesOf(records, voiceOf);
  const all = await toCandidates(found, lines, tokenizer);
  const { strategy } = input;
  const least = leastRelevance(input);
  const reasonToLeave = (candidate: Candidate): Left['reason'] | null => {
    const reading = readings.get(candidate.id);
    // The reading may be of a later text than the one shown. That it was not read yet is no mark of its own.
    const steers = found.records.get(candidate.id)?.marks.includes('instructs');
    if (!strategy.includeMarked && (steers || (reading && isMarked(reading)))) return 'marked';
    return candidate.semantic < least ? 'low_relevance' : null;
  };
  const leftAtOnce = all.flatMap((candidate): Left[] => {
    const reason = reasonToLeave(candidate);
    return reason ? [{ candidate, reason }] : [];
  });
  const leaving = new Set(leftAtOnce.map(({ candidate }) => candidate));
  const candidates = all.filter((candidate) => !leaving.has(candidate));
  const frame = (await tokensOfLine(HEADING, tokenizer)) + FRAME_TOKENS;
  return async (budget) => {
    const { chosen, left } = await select(candidates, {
      caps: capsOf(strategy),
      budget: Math.max(0, budget - frame),
      likeness: (first, second) => comparison.likeness(first.id, second.id),
      repeats: (first, second) => comparison.repeats(first.id, second.id),
    });
    const about = { found, lines, tiers: strategy.tiers, tokenizer };
    return write({ chosen, left: [...leftAtOnce, ...left] }, budget, about);
  };
}

export interface ContextDependencies {
  records: Records;
  recall: Recall;
  comparer: Embedder;
  embedMemories: EmbedMemories;
  facts: FactReader;
  language: Pick<Language, 'tellsOfSelf'>;
  tokenizer: Tokenizer;
  screen: Screen;
  policies: Policies;
  clock: Clock;
  log: Log;
}

export interface ContextService {
  /** Rejects with `unprocessable` when `currentInput` alone takes more than `maxTokens`. */
  build(caller: Caller, input: ContextRequest): Promise<ContextAnswer>;
}

interface Composed extends Remembered {
  system: Counted | null;
  dropped: Dropped[];
}

interface Fixed {
  system: Counted | null;
  input: Counted;
  dropped: Dropped[];
}

const tooLong = (tokens: number, maxTokens: number) => {
  const detail =
    `currentInput takes ${tokens} tokens and is never cut, but maxTokens is ${maxTokens}. ` +
    `Send maxTokens of at least ${tokens}, or a shorter input.`;
  return new Problem('unprocessable', detail);
};

const promptLeftOut = ({ tokens }: Counted): Dropped => ({ source: 'system_prompt', reason: 'token_budget', tokens });

const leftOut = ({ candidate, reason, repeats }: Left): Dropped => ({
  source: 'memory',
  reason,
  memoryId: candidate.id,
  tier: candidate.tier,
  score: candidate.score,
  tokens: candidate.tokens,
  ...(repeats === undefined ? {} : { repeats }),
});

export function createContextService(dependencies: ContextDependencies): ContextService {
  const { records, recall, comparer, embedMemories, facts, language, screen, tokenizer, policies, clock, log } =
    dependencies;

  const vectorsFor = createMemoryVectors({ embedMemories, wait: policies.questionWait, log });
  const tokenizerOf = (tenant: TenantId): Tokenizer => ({
    ...tokenizer,
    count: (text) => tokenizer.count(text, tenant),
  });

  /** The input is never cut. The system prompt is dropped when it does not fit beside it. */
  const fix = async (tenant: TenantId, { currentInput, goal, maxTokens, strategy }: ContextRequest): Promise<Fixed> => {
    const count = (message: ContextMessage) => counted(message, tokenizerOf(tenant));
    const input = await count(inputMessage(currentInput));
    if (input.tokens > maxTokens) throw tooLong(input.tokens, maxTokens);
    if (!strategy.includeSystemPrompt) return { system: null, input, dropped: [] };
    const system = await count(systemMessage(goal?.trim() ? goal : undefined));
    if (input.tokens + system.tokens <= maxTokens) return { system, input, dropped: [] };
    return { system: null, input, dropped: [promptLeftOut(system)] };
  };

  /** Drops the system prompt when no memory fits beside it. */
  const compose = async (
    tenant: TenantId,
    { system, input: asked, dropped }: Fixed,
    found: Found,
    input: ContextRequest,
  ): Promise<Composed> => {
    const remember = await prepareMemories(found, input, {
      tenant,
      comparer,
      facts,
      tokenizer: tokenizerOf(tenant),
      vectorsOf: vectorsFor(tenant),
      voiceOf: await createVoiceOf([...found.records.values()], records.forTenant(tenant), {
        ...language,
        seen: (names) =>
          screen(
            tenant,
            names.map((text) => ({ text, name: '' })),
          ),
      }),
    });
    const room = input.maxTokens - asked.tokens;
    if (!system) return { system, dropped, ...(await remember(room)) };
    const beside = await remember(room - system.tokens);
    const starved = beside.included.length === 0 && beside.left.some(({ reason }) => reason === 'token_budget');
    const alone = starved ? await remember(room) : beside;
    if (alone.included.length === beside.included.length) return { system, dropped, ...beside };
    return { system: null, dropped: [...dropped, promptLeftOut(system)], ...alone };
  };

  return {
    async build(caller, input) {
      const { tenant } = caller;
      const { maxTokens, strategy } = input;
      const fixed = await fix(tenant, input);
      const found = await findCandidates(tenant, input, {
        ...{ recall, policies, now: clock.now() },
        seen: seenBy(caller),
      });
      const { system, memory, included, left, dropped } = await compose(tenant, fixed, found, input);
      const messages = [system, memory, fixed.input].filter((each) => each !== null);
      const raw = ({ id, content, tier, ownerEntityId, owner }: MemoryRecord) => {
        return { memory: { id, content, tier, ownerEntityId, owner }, score: found.scores.get(id)?.score ?? 0, tier };
      };
      return {
        messages: messages.map(({ message }) => message),
        rawMemories: included.map(raw),
        metadata: {
          totalTokensEstimated: messages.reduce((sum, { tokens }) => sum + tokens, 0),
          memoriesIncluded: included.length,
          memoriesQueried: found.records.size,
          tiersQueried: strategy.tiers,
          maxTokens,
          tokenizer: tokenizer.encoding,
          dropped: [...dropped, ...left.map(leftOut)],
          ...(found.approximate ? { approximate: true } : {}),
          ...found.degradation,
        },
      };
    },
  };
}
