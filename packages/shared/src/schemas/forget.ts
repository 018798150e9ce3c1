import { z } from 'zod';
import { owner, unit, uuid, visibleText } from './common.js';
import { keptIn, memory } from './memories.js';
import { lacks, QUERY_LENGTH } from './query.js';

export const MOST_FORGOTTEN = 100;

export const forgetRequest = z
  .strictObject({
    text: visibleText(QUERY_LENGTH).describe('What is to be forgotten: a statement, or whom or what it is about'),
    ownerEntityId: uuid.nullish().describe('Whose memories; left out or null: those without an owner'),
    owner: owner.nullish(),
    dryRun: z
      .boolean()
      .default(true)
      .describe('Shows what it finds and forgets nothing; the default here, and only here'),
    ids: z
      .array(uuid)
      .min(1)
      .max(MOST_FORGOTTEN)
      .optional()
      .describe('Forgets these of what was shown, and nothing else; without them, all that says the text'),
  })
  .meta({ id: 'ForgetRequest' });
export type ForgetRequest = z.infer<typeof forgetRequest>;

export const forgetKinds = ['says', 'about'] as const;

export const forgetMatch = z.object({
  memoryId: z.uuid(),
  memory: memory.optional().describe('Left out where it was forgotten'),
  kind: z
    .enum(forgetKinds)
    .describe('says: it makes the statement; about: it is near it, and goes only where `ids` names it'),
  reason: z.string(),
  score: unit.describe('How sure it is that it says it, or how relevant it is'),
  deleted: z.boolean(),
});
export type ForgetMatch = z.infer<typeof forgetMatch>;

export const forgetAnswer = z
  .object({
    dryRun: z.boolean(),
    understood: z
      .array(z.object({ kind: z.enum(['statement', 'topic']), text: z.string().optional() }))
      .describe('What the text was read as, sentence by sentence; its words only in a dry run'),
    matches: z.array(forgetMatch).describe('What says it first, and of each kind the surest'),
    deleted: z.number().int(),
    approximate: z.boolean().optional().describe('Present and true where not all memories could be looked at'),
    keptIn,
    ...lacks,
  })
  .meta({ id: 'ForgetAnswer' });
export type ForgetAnswer = z.infer<typeof forgetAnswer>;
