import { z } from 'zod';
import { label, owner, ownerAnswer, text, tier, tierNames, unit, uuid, visibleText, weights } from './common.js';
import { CONTENT_LENGTH } from './memories.js';
import { lacks, QUERY_LENGTH } from './query.js';

export const MOST_TOPICS = 8;

/** The default order of tiers in the message, and the most memories of each. */
export const defaultTiers = ['semantic', 'episodic', 'short_term'] as const satisfies readonly z.infer<typeof tier>[];
export const defaultCaps = { semantic: 10, episodic: 6, short_term: 4 } as const;

/** So that repeats and items that do not fit can be left out. */
export const CANDIDATES_PER_PLACE = 3;

const cap = z.number().int().min(0).max(100).optional();

const strategy = z.strictObject({
  tiers: z
    .array(tier)
    .min(1)
    .max(tierNames.length)
    .refine((value) => new Set(value).size === value.length, 'must not name a tier twice')
    .default([...defaultTiers])
    .describe('Also the order in which they stand in the message'),
  perTierCaps: z
    .strictObject({ semantic: cap, episodic: cap, short_term: cap })
    .default({})
    .describe('At most so many of each tier; default semantic 10, episodic 6, short_term 4'),
  weights: weights.optional().describe('Normalised to sum 1; when given, a missing member is 0'),
  tags: z.array(label(64)).min(1).max(64).optional().describe('Any of them'),
  topics: z.array(visibleText(QUERY_LENGTH)).max(MOST_TOPICS).default([]).describe('Each is one more query'),
  includeSystemPrompt: z.boolean().default(true),
  minRelevance: unit.optional().describe('Another place for it; that of the request wins'),
  includeMarked: z
    .boolean()
    .default(false)
    .describe('Also memories that try to instruct their reader, or could not be looked at'),
});

/** Section 4.3 of the interface document. */
export const contextRequest = z
  .strictObject({
    agentEntityId: uuid.optional(),
    userEntityId: uuid
      .optional()
      .describe('With it or agentEntityId, memories that have an owner are restricted to these owners'),
    owner: owner.optional(),
    goal: text(QUERY_LENGTH).optional().describe('Stands in the system prompt and is one more query'),
    currentInput: visibleText(CONTENT_LENGTH),
    maxTokens: z.number().int().min(16).max(200_000).default(4000),
    minRelevance: unit.optional().describe('Memories that concern no question as much as this are left out; default 0'),
    strategy: strategy.prefault({}),
  })
  .meta({ id: 'ContextRequest' });
export type ContextRequest = z.infer<typeof contextRequest>;

export const capsOf = ({ tiers, perTierCaps }: ContextRequest['strategy']): Record<z.infer<typeof tier>, number> => {
  const capOf = (name: z.infer<typeof tier>) => (tiers.includes(name) ? (perTierCaps[name] ?? defaultCaps[name]) : 0);
  return { semantic: capOf('semantic'), episodic: capOf('episodic'), short_term: capOf('short_term') };
};

/** The most memories that one question of it looks for. */
export const candidatesOf = ({ strategy }: Pick<ContextRequest, 'strategy'>): number => {
  const { semantic, episodic, short_term } = capsOf(strategy);
  return Math.max(10, CANDIDATES_PER_PLACE * (semantic + episodic + short_term));
};

export const contextMessage = z.object({
  role: z.enum(['system', 'user']),
  content: z.string(),
  metadata: z.object({
    source: z.enum(['system_prompt', 'memory', 'current_input']),
    memoryIds: z.array(z.uuid()).optional().describe('On the memory message, in the order of its lines'),
  }),
});
export type ContextMessage = z.infer<typeof contextMessage>;

/** `low_relevance`: below `minRelevance`, or 0 without other weights. `marked`: see `includeMarked`. */
export const dropReasons = ['token_budget', 'tier_cap', 'repeats', 'low_relevance', 'marked'] as const;
export type DropReason = (typeof dropReasons)[number];

const dropped = z.object({
  source: z.enum(['system_prompt', 'memory']),
  reason: z.enum(dropReasons),
  memoryId: z.uuid().optional(),
  tier: tier.optional(),
  score: unit.optional(),
  tokens: z.number().int().optional().describe('That it would have taken'),
  repeats: z.uuid().optional().describe('The included memory that says the same'),
});
export type Dropped = z.infer<typeof dropped>;

export const contextAnswer = z.object({
  messages: z.array(contextMessage),
  rawMemories: z
    .array(
      z.object({
        memory: z.object({
          id: z.uuid(),
          content: z.string(),
          tier,
          ownerEntityId: z.uuid().nullable().optional().describe('Whose "I" it tells'),
          owner: ownerAnswer,
        }),
        score: unit,
        tier,
      }),
    )
    .describe("The included memories, in the message's order"),
  metadata: z.object({
    totalTokensEstimated: z.number().int().describe('Tokens of all contents, and 4 for the frame of each message'),
    memoriesIncluded: z.number().int(),
    memoriesQueried: z.number().int().describe('Candidates before caps and budget'),
    tiersQueried: z.array(tier),
    maxTokens: z.number().int(),
    tokenizer: z.string(),
    dropped: z.array(dropped).describe('What was left out, and why'),
    approximate: z.boolean().optional().describe('Present and true when a better memory may have been missed'),
    ...lacks,
  }),
});
export type ContextAnswer = z.infer<typeof contextAnswer>;
