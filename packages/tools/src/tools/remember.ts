import { operations } from '@hippocamp/shared/operations/table';
import { candidate, ingestAnswer } from '@hippocamp/shared/schemas/ingest';
import { defineTool } from '../tool.js';

/** Milliseconds: below the minute that clients wait for a tool. */
const PATIENCE = 45_000;

const request = operations.ingest.body.in.pick({
  content: true,
  source: true,
  sessionId: true,
  occurredAt: true,
  timeZone: true,
});

const kept = candidate.pick({
  content: true,
  memoryType: true,
  dedupStatus: true,
  memoryId: true,
  reason: true,
  rationale: true,
  duplicateOf: true,
  supersedes: true,
  reviewId: true,
});

export const remember = defineTool({
  name: 'remember',
  title: 'Remember',
  description:
    'Stores what is worth keeping of a text: facts, preferences, plans, events, decisions. Call it when the user tells something that will matter later, or asks to remember it. ' +
    'Give whole sentences that stand for themselves, with names in place of pronouns. ' +
    'What is known already is not stored twice, and what has changed takes the place of the older memory. What is not kept is answered with the reason.',
  input: request.extend({
    content: request.shape.content.unwrap().describe('What is to be remembered, in whole sentences'),
    source: request.shape.source.default('chat'),
  }),
  output: ingestAnswer
    .pick({ traceId: true, summary: true, warnings: true })
    .extend({ acceptedMemories: kept.array(), rejectedMemories: kept.array() }),
  effect: 'adds',
  run: (args, { client, owner, signal }) => client.ingestAndWait({ ...args, ...owner }, { signal, waitMs: PATIENCE }),
});
