import { operations } from '@hippocamp/shared/operations/table';
import { judgedText } from '@hippocamp/shared/schemas/common';
import { contextAnswer } from '@hippocamp/shared/schemas/context';
import { z } from 'zod';
import { defineTool } from '../tool.js';

const { metadata, rawMemories } = contextAnswer.shape;

export const buildContext = defineTool({
  name: 'build_context',
  title: 'Build context',
  description:
    'Answers what is remembered for a turn as one text within a budget of tokens: what bears on the input, without repeats, by tier and time. ' +
    'Call it once at the start of a task; call recall for single questions.',
  input: operations.buildContext.body.pick({ currentInput: true, goal: true, maxTokens: true, minRelevance: true }),
  output: z.object({
    context: judgedText.describe('Begins with how to take it; empty where nothing bears on the input'),
    memories: z.array(rawMemories.element.pick({ score: true, tier: true }).extend({ id: z.uuid() })),
    metadata: metadata.pick({
      totalTokensEstimated: true,
      memoriesIncluded: true,
      memoriesQueried: true,
      maxTokens: true,
      approximate: true,
      degraded: true,
      unreached: true,
      unembedded: true,
    }),
  }),
  effect: 'reads',
  async run(args, { client, owner: { ownerEntityId: userEntityId, owner }, signal }) {
    const request = { ...args, userEntityId, owner, strategy: { includeSystemPrompt: false } };
    const { messages, rawMemories: raw, metadata } = await client.context.build(request, { signal });
    const context = messages.filter(({ metadata: { source } }) => source === 'memory').map(({ content }) => content);
    const memories = raw.map(({ memory: { id }, score, tier }) => ({ id, score, tier }));
    return { context: context.join('\n'), memories, metadata };
  },
});
