import { operations } from '@hippocamp/shared/operations/table';
import { event } from '@hippocamp/shared/schemas/events';
import { z } from 'zod';
import { createRoom, NOTE, note, seenMemory } from '../data.js';
import { fromQuery } from '../from-query.js';
import { listInPages } from '../list-in-pages.js';
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
    const ofMemories = { ...filter, createdAfter: after, createdBefore: before, includeSuperseded: true };
    const ofEvents = { after, before, eventType, actorEntityId: ownerEntityId };
    const withRoom = createRoom();
    const [memories, events] = await Promise.all([
      listInPages(
        limit,
        (page) => client.memories.list({ ...ofMemories, ...page, ownerEntityId, owner }, { signal }),
        (answer) => answer.memories,
      ),
      listInPages(
        limit,
        (page) => client.events.list({ ...ofEvents, ...page, owner }, { signal }),
        (answer) => answer.events.map((each) => ({ ...each, payload: withRoom(each.payload) })),
      ),
    ]);
    return {
      note: NOTE,
      memories: memories.rows,
      moreMemories: memories.more,
      events: events.rows,
      moreEvents: events.more,
    };
  },
});
