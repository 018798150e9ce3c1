import { operations } from '@hippocamp/shared/operations/table';
import { lacks, queryAnswer, queryResult } from '@hippocamp/shared/schemas/query';
import { NOTE, note, seenMemory } from '../data.js';
import { defineTool } from '../tool.js';

const query = operations.queryMemories.body.in;

export const recall = defineTool({
  name: 'recall',
  title: 'Recall',
  description:
    'Finds memories by meaning, words, recency and importance, the best first. Call it before you answer what may depend on something said earlier: about the user, their people, plans, preferences, past work. ' +
    'The score says how sure it is that a memory answers; read them all the same, and say so where none does.',
  input: query
    .pick({
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
    .extend({ text: query.shape.text.unwrap().describe('A question, or what it is about, in whole words') }),
  output: queryAnswer
    .pick({ approximate: true })
    .extend({ note, results: queryResult.pick({ score: true }).extend({ memory: seenMemory }).array(), ...lacks }),
  effect: 'reads',
  async run({ text, ...filter }, { client, owner, signal }) {
    return { ...(await client.memories.query({ text, ...filter, ...owner }, { signal })), note: NOTE };
  },
});
