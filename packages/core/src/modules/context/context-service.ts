import { Problem } from '@hippocamp/shared/problems';
import type { ContextAnswer, ContextMessage, ContextRequest, Dropped } from '@hippocamp/shared/schemas/context';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Log } from '../../ports/log.js';
import type { MemoryRecord } from '../../ports/records.js';
import type { Tokenizer } from '../../ports/tokenizer.js';
import type { Caller } from '../caller.js';
import type { Facts } from '../facts/facts.js';
import type { Policies } from '../policies.js';
import type { Recall } from '../retrieval/recall.js';
import { FRAME_TOKENS, tokensOf, tokensOfLine } from './budget.js';
import { capsOf, type Found, findCandidates } from './candidates.js';
import { createComparison } from './likeness.js';
import { createMemoryVectors } from './memory-vectors.js';
import { HEADING, inputMessage, inReadingOrder, memoryLine, memoryMessage, systemMessage } from './messages.js';
import { type Candidate, type Left, type Selection, select } from './select.js';

export interface ContextDependencies {
  recall: Recall;
  embedder: Embedder;
  facts: Facts;
  tokenizer: Tokenizer;
  policies: Policies;
  clock: Clock;
  log: Log;
}

export interface ContextService {
  /** Rejects with `unprocessable` when `currentInput` alone takes more than `maxTokens`. */
  build(caller: Caller, input: ContextRequest): Promise<ContextAnswer>;
}

/** A message with what it takes. */
interface Counted {
  message: ContextMessage;
  tokens: number;
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
  const { recall, embedder, facts, tokenizer, policies, clock, log } = dependencies;
  const vectorsOf = createMemoryVectors({ embedder, wait: policies.questionWait, log });
  const count = async (message: ContextMessage): Promise<Counted> => ({
    message,
    tokens: await tokensOf(message, tokenizer),
  });

  /** The messages that do not depend on what is remembered. The input is never cut; the system prompt gives way to it. */
  const fix = async ({ currentInput, goal, maxTokens, strategy }: ContextRequest): Promise<Fixed> => {
    const input = await count(inputMessage(currentInput));
    if (input.tokens > maxTokens) throw tooLong(input.tokens, maxTokens);
    if (!strategy.includeSystemPrompt) return { system: null, input, dropped: [] };
    const system = await count(systemMessage(goal?.trim() ? goal : undefined));
    if (input.tokens + system.tokens <= maxTokens) return { system, input, dropped: [] };
    const { tokens } = system;
    return { system: null, input, dropped: [{ source: 'system_prompt', reason: 'token_budget', tokens }] };
  };

  const toCandidates = ({ records, scores }: Found): Promise<Candidate[]> =>
    Promise.all(
      [...records.values()].map(async (record) => ({
        id: record.id,
        tier: record.tier,
        score: scores.get(record.id) ?? 0,
        tokens: await tokensOfLine(memoryLine(record), tokenizer),
      })),
    );

  const choose = async (found: Found, strategy: ContextRequest['strategy'], budget: number): Promise<Selection> => {
    const vectors = await vectorsOf([...found.records.values()]);
    const comparison = createComparison(found.records, vectors, { embedder, facts });
    const heading = await tokensOfLine(HEADING, tokenizer);
    return select(await toCandidates(found), {
      caps: capsOf(strategy),
      budget: Math.max(0, budget - heading - FRAME_TOKENS),
      likeness: (first, second) => comparison.likeness(first.id, second.id),
      repeats: (first, second) => comparison.repeats(first.id, second.id),
    });
  };

  /** The memory message, counted as a whole: should that be more than its lines, the last one picked goes. */
  const remember = async (found: Found, { chosen, left }: Selection, input: ContextRequest, budget: number) => {
    const included = chosen.flatMap(({ id }) => found.records.get(id) ?? []);
    const memory = await count(memoryMessage(inReadingOrder(included, input.strategy.tiers)));
    if (chosen.length === 0) return { memory: null, included: [], left };
    if (memory.tokens <= budget) return { memory, included: inReadingOrder(included, input.strategy.tiers), left };
    const last = chosen.slice(-1).map((candidate): Left => ({ candidate, reason: 'token_budget' }));
    return remember(found, { chosen: chosen.slice(0, -1), left: [...left, ...last] }, input, budget);
  };

  return {
    async build({ tenant }, input) {
      const { maxTokens, strategy } = input;
      const { system, input: asked, dropped } = await fix(input);
      const budget = maxTokens - asked.tokens - (system?.tokens ?? 0);
      const found = await findCandidates(tenant, input, { recall, policies, now: clock.now() });
      const selection = await choose(found, strategy, budget);
      const { memory, included, left } = await remember(found, selection, input, budget);
      const counted = [system, memory, asked].filter((each) => each !== null);
      const raw = ({ id, content, tier }: MemoryRecord) => {
        return { memory: { id, content, tier }, score: found.scores.get(id) ?? 0, tier };
      };
      return {
        messages: counted.map(({ message }) => message),
        rawMemories: included.map(raw),
        metadata: {
          totalTokensEstimated: counted.reduce((sum, { tokens }) => sum + tokens, 0),
          memoriesIncluded: included.length,
          memoriesQueried: found.records.size,
          tiersQueried: strategy.tiers,
          maxTokens,
          tokenizer: tokenizer.encoding,
          dropped: [...dropped, ...left.map(leftOut)],
          ...(found.approximate ? { approximate: true } : {}),
          ...(found.degraded ? { degraded: ['dense'] } : {}),
        },
      };
    },
  };
}
