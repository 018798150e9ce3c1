import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ContextAnswer, ContextMessage, ContextRequest, Dropped } from '@hippocamp/shared/schemas/context';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Language } from '../../ports/language.js';
import type { Log } from '../../ports/log.js';
import type { MemoryRecord, Records } from '../../ports/records.js';
import type { Tokenizer } from '../../ports/tokenizer.js';
import { type Caller, seenBy } from '../caller.js';
import type { EmbedMemories } from '../embedding/memory-vectors.js';
import type { Facts } from '../facts/facts.js';
import type { Screen } from '../model/screen.js';
import type { Policies } from '../policies.js';
import type { Recall } from '../retrieval/recall.js';
import { type Found, findCandidates } from './candidates.js';
import { createMemoryVectors } from './likeness.js';
import { type Counted, counted, inputMessage, systemMessage, whoseWords } from './messages.js';
import { prepareMemories, type Remembered } from './remember.js';
import type { Left } from './select.js';

export interface ContextDependencies {
  records: Records;
  recall: Recall;
  /** By whose vectors texts are compared with each other. */
  comparer: Embedder;
  embedMemories: EmbedMemories;
  facts: Facts;
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
  const count = (message: ContextMessage) => counted(message, tokenizer);

  /** The messages that do not depend on what is remembered. The input is never cut; the system prompt gives way to it. */
  const fix = async ({ currentInput, goal, maxTokens, strategy }: ContextRequest): Promise<Fixed> => {
    const input = await count(inputMessage(currentInput));
    if (input.tokens > maxTokens) throw tooLong(input.tokens, maxTokens);
    if (!strategy.includeSystemPrompt) return { system: null, input, dropped: [] };
    const system = await count(systemMessage(goal?.trim() ? goal : undefined));
    if (input.tokens + system.tokens <= maxTokens) return { system, input, dropped: [] };
    return { system: null, input, dropped: [promptLeftOut(system)] };
  };

  /** Where no memory fits beside the system prompt, that gives way. */
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
      tokenizer,
      vectorsOf: vectorsFor(tenant),
      whose: await whoseWords([...found.records.values()], records.forTenant(tenant), {
        ...language,
        steers: (names) => screen(tenant, names),
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
      const fixed = await fix(input);
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
          ...found.lacks,
        },
      };
    },
  };
}
