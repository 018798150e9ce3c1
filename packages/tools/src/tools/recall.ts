import { operations } from '@hippocamp/shared/operations/table';
import { lacks, queryAnswer, queryResult } from '@hippocamp/shared/schemas/query';
import { NOTE, note, seen, seenMemory } from '../data.js';
import { defineTool } from '../tool.js';

export const recall = defineTool({
  name: 'recall',
  title: 'Recall',
  description:
    'Finds memories by meaning, words, recency and importance, the best first. Call it before you answer what may depend on something said earlier: about the user, their people, plans, preferences, past work. ' +
    'A score near 0 means that nothing stored answers the question.',
  input: operations.queryMemories.body.in
    .pick({
      text: true,
      k: true,
      minRelevance: true,
      asOf: true,
      tiers: true,
      tags: true,
      sessionId: true,
      createdAfter: true,
      createdBefore: true,
      includeSuperseded: true,
    })
    .required({ text: true }),
  output: queryAnswer
    .pick({ approximate: true })
    .extend({ note, results: queryResult.pick({ score: true }).extend({ memory: seenMemory }).array(), ...lacks }),
  effect: 'reads',
  async run({ text, ...filter }, { client, owner: ownerEntityId, signal }) {
    const { results, ...answer } = await client.memories.query({ text, ...filter, ownerEntityId }, { signal });
    return { ...answer, note: NOTE, results: results.map(({ score, memory }) => ({ score, memory: seen(memory) })) };
  },
});
