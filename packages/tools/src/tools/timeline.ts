import { operations } from '@hippocamp/shared/operations/table';
import { event } from '@hippocamp/shared/schemas/events';
import { z } from 'zod';
import { NOTE, note, seenMemory } from '../data.js';
import { fromQuery } from '../from-query.js';
import { defineTool } from '../tool.js';

const { after, before, eventType } = operations.listEvents.query.shape;
const { limit, tier, tag, sessionId } = operations.listMemories.query.shape;

export const timeline = defineTool({
  name: 'timeline',
  title: 'Timeline',
  description:
    'Lists what was recorded in a time, the newest first: memories by when they were stored, also those that a later one has replaced, and events by when they happened. ' +
    'Call it for questions such as what was new last week, or how something has changed.',
  input: z.strictObject({
    after: after.describe('Inclusive'),
    before: before.describe('Exclusive'),
    limit: fromQuery(limit),
    tier,
    tag,
    sessionId,
    eventType,
  }),
  output: z.object({
    note,
    memories: z.array(seenMemory),
    moreMemories: z.int().describe('In this time, and not shown'),
    events: z.array(
      event.pick({ id: true, eventType: true, actorEntityId: true, payload: true, tags: true, occurredAt: true }),
    ),
    moreEvents: z.int().describe('In this time, and not shown'),
  }),
  effect: 'reads',
  async run({ after, before, limit, eventType, ...filter }, { client, owner: { ownerEntityId, owner }, signal }) {
    const ofMemories = { ...filter, limit, createdAfter: after, createdBefore: before, includeSuperseded: true };
    const [memories, events] = await Promise.all([
      client.memories.list({ ...ofMemories, ownerEntityId, owner }, { signal }),
      client.events.list({ after, before, limit, eventType, actorEntityId: ownerEntityId, owner }, { signal }),
    ]);
    return {
      note: NOTE,
      memories: memories.memories,
      moreMemories: memories.total - memories.memories.length,
      events: events.events,
      moreEvents: events.total - events.events.length,
    };
  },
});
