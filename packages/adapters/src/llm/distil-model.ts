import type { DistilModel } from '@hippocamp/core/ports/distil-model';
import { visibleText } from '@hippocamp/shared/schemas/common';
import { z } from 'zod';
import type { Chat } from './chat.js';
import { ofSchema } from './of-schema.js';
import { instructions, version } from './prompts/distil.js';

const MOST_SENTENCES = 3;

const answer = z.object({
  sentences: z
    .array(z.object({ content: visibleText(1000), sources: z.array(z.int().min(0)).min(1) }))
    .max(MOST_SENTENCES),
});

/** Sent to the server without bounds, which are checked here. */
const answerSchema = {
  type: 'object',
  properties: {
    sentences: {
      type: 'array',
      items: {
        type: 'object',
        properties: { content: { type: 'string' }, sources: { type: 'array', items: { type: 'integer' } } },
        required: ['content', 'sources'],
        additionalProperties: false,
      },
    },
  },
  required: ['sentences'],
  additionalProperties: false,
};

export const createDistilModel = ({ model, ask }: Chat): DistilModel => ({
  version: `llm:${model} ${version}`,
  distil: (texts, call) =>
    ask(
      {
        instructions,
        data: { memories: texts.map((text, index) => ({ index, text })) },
        schema: { name: 'sentences', schema: answerSchema },
        read: (text) => ofSchema(text, answer).sentences,
      },
      call,
    ),
});
