import { z } from 'zod';
import { timestamp, unit, visibleText, weights } from './common.js';
import { filterMembers, memory } from './memories.js';

export const QUERY_LENGTH = 8000;

/** Section 4.2 of the interface document. `query` and `limit` are other spellings; `text` and `k` win. */
export const memoryQuery = z
  .strictObject({
    text: visibleText(QUERY_LENGTH).optional().describe('Required, unless query is given'),
    query: visibleText(QUERY_LENGTH).optional().describe('Another spelling of text'),
    k: z.number().int().min(1).max(100).optional().describe('How many results; default 10'),
    limit: z.number().int().min(1).max(100).optional().describe('Another spelling of k'),
    weights: weights.optional().describe('Normalised to sum 1; when given, a missing member is 0'),
    minScore: unit.default(0),
    minRelevance: unit.default(0).describe('Of the semantic reason'),
    asOf: timestamp.optional().describe('Reads the facts as they were valid at this time'),
    explain: z.boolean().default(false),
    requireSemantic: z.boolean().default(false).describe('503 rather than an answer without meaning'),
    ...filterMembers,
  })
  .transform(({ query, limit, text: named, k, ...rest }, context) => {
    const text = named ?? query;
    if (text === undefined) {
      context.addIssue({ code: 'custom', path: ['text'], message: 'is required', params: { code: 'required' } });
      return z.NEVER;
    }
    return { ...rest, text, k: k ?? limit ?? 10 };
  })
  .meta({ id: 'MemoryQuery' });
export type MemoryQuery = z.infer<typeof memoryQuery>;

export const reasons = z.object({ semantic: unit, recency: unit, importance: unit });

export const queryResult = z.object({
  memory,
  score: unit,
  reasons: reasons.describe('The three components before weighting'),
  explain: z
    .object({
      dense: unit,
      cosine: z.number().describe('Of a memory without a vector yet: what its words stand for'),
      lexical: unit,
      own: unit,
      context: unit,
      length: unit.describe('Added because it says more than a greeting'),
      speaker: unit.describe('Added because the question names its speaker'),
      time: unit.describe('Added because it is of the time that the question names'),
      session: unit.describe('How far the session that it was said in is about the question'),
    })
    .optional()
    .describe('Present when asked for'),
});

/** In every answer that rests on a search. */
export const lacks = {
  degraded: z
    .array(z.enum(['dense', 'index', 'vectors']))
    .optional()
    .describe('Parts that were not available: the meaning of the question, some of the index, or vectors of memories'),
  unreached: z
    .int()
    .optional()
    .describe('Memories that pass the filter and could not be looked at, because the index is being filled'),
  unembedded: z
    .int()
    .optional()
    .describe('Memories that pass the filter and have no vector yet: they were found by their words alone'),
};

export const queryAnswer = z.object({
  results: z.array(queryResult),
  query: z.object({ text: z.string(), k: z.number().int() }),
  approximate: z.boolean().optional().describe('Present and true when the ranking may not be the true top k'),
  ...lacks,
  explain: z
    .object({
      weights: reasons,
      alpha: unit,
      rounds: z.number().int(),
      rowsRead: z.number().int(),
      randomAccesses: z.number().int(),
      milliseconds: z
        .record(z.string(), z.number())
        .optional()
        .describe('Of each stage; only of a service that listens on loopback'),
    })
    .optional(),
});
export type QueryAnswer = z.infer<typeof queryAnswer>;
