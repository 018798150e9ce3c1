import type { ClaimModel, ModelStance } from '@hippocamp/core/ports/claim-reader';
import { unit } from '@hippocamp/shared/schemas/common';
import { z } from 'zod';
import type { Chat } from './chat.js';
import { ofSchema } from './of-schema.js';
import { instructions } from './prompts/claim.js';

const stances = ['supports', 'refutes', 'neutral'] as const;

const stance = z.object({ index: z.int().min(0), stance: z.enum(stances), confidence: unit, words: z.string() });

const answer = z.object({ stances: z.array(z.unknown()) });

/** Sent to the server without bounds, which are checked here. */
const answerSchema = {
  type: 'object',
  properties: {
    stances: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          index: { type: 'integer' },
          stance: { type: 'string', enum: stances },
          confidence: { type: 'number' },
          words: { type: 'string' },
        },
        required: ['index', 'stance', 'confidence', 'words'],
        additionalProperties: false,
      },
    },
  },
  required: ['stances'],
  additionalProperties: false,
};

const stanceOf = (item: unknown): ModelStance[] => {
  const { data } = stance.safeParse(item);
  return data ? [{ memory: data.index, stance: data.stance, confidence: data.confidence, words: data.words }] : [];
};

export const createClaimModel = ({ ask }: Chat): ClaimModel => ({
  stances: (claim, memories, call) =>
    ask(
      {
        instructions,
        data: { claim, memories: memories.map(({ text, speaker }, index) => ({ index, speaker, text })) },
        schema: { name: 'stances', schema: answerSchema },
        read: (text) => ofSchema(text, answer).stances.flatMap(stanceOf),
      },
      call,
    ),
});
