import { z } from 'zod';
import { owner, tier, timestamp, unit, uuid, visibleText } from './common.js';
import { CONTENT_LENGTH, memory } from './memories.js';
import { lacks } from './query.js';

export const MOST_JUDGED = 50;
/** The most subclaims shown. The deciding ones come first. */
export const MOST_SUBCLAIMS = 8;

/** Section 4.4 of the interface document. */
export const validateRequest = z
  .strictObject({
    claim: visibleText(CONTENT_LENGTH),
    k: z.number().int().min(1).max(100).default(10).describe('How many memories at most are shown as evidence'),
    asOf: timestamp.optional().describe('Judges by what was valid at this time; default now'),
    ownerEntityId: uuid.optional(),
    owner: owner.optional(),
    tiers: z.array(tier).min(1).max(3).optional(),
    minRelevance: unit.default(0).describe('Memories of less have no say'),
    includeAssistant: z.boolean().default(false).describe('What the assistant said is evidence too; else it is none'),
  })
  .meta({ id: 'ValidateRequest' });
export type ValidateRequest = z.infer<typeof validateRequest>;

/** As the memories that a claim is compared with take together, and more for the parts of a long one. */
const [HELD, CHARACTERS_OF_PART] = [20, 500];
export const memoriesHeld = ({ claim, k }: ValidateRequest): number =>
  Math.max(HELD, k) * Math.ceil(claim.length / CHARACTERS_OF_PART);

export const verdict = z.enum(['supported', 'refuted', 'conflicting', 'not_enough_info']);
export type Verdict = z.infer<typeof verdict>;

export const stance = z.enum(['supports', 'refutes', 'neutral']);
export type Stance = z.infer<typeof stance>;

export const validateReason = z.enum([
  'direct_entailment',
  'negation',
  'value_mismatch',
  'superseded',
  'temporal_mismatch',
  'unresolved_conflict',
  'no_evidence',
  'low_relevance',
]);
export type ValidateReason = z.infer<typeof validateReason>;

/** `text`: equal text only; `model`: the local model; `llm`: a language model; `none`: no model can run. */
export const validateMethod = z.enum(['text', 'model', 'llm', 'none']);
export type ValidateMethod = z.infer<typeof validateMethod>;

const judged = {
  verdict,
  confidence: unit.describe('Of the verdict'),
  supportScore: unit,
  contradictionScore: unit,
  reasons: z.array(validateReason),
};

export const validateAnswer = z.object({
  claim: z.string(),
  ...judged,
  subclaims: z.array(
    z.object({ text: z.string(), ...judged, evidenceIds: z.array(z.uuid()).describe('What its verdict rests on') }),
  ),
  evidence: z.array(
    z.object({
      memory,
      relevance: unit,
      stance,
      stanceScore: unit,
      status: z.enum(['active', 'superseded', 'archived']).describe('Of the memory today'),
      countedInVerdict: z.boolean().describe('False for what was not valid at asOf, and for what takes no stance'),
    }),
  ),
  ...lacks,
  approximate: z.boolean().optional().describe('Present and true where long memories near the claim were left out'),
  asOf: z.iso.datetime(),
  method: validateMethod,
});
export type ValidateAnswer = z.infer<typeof validateAnswer>;
