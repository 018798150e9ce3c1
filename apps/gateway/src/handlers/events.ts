import type { Service } from '@hippocamp/runtime/service';
import { type Handlers, replayed } from '../http/answer.js';

type EventOperation = 'createEvent' | 'listEvents' | 'eventTimeline' | 'getEvent';

export const eventHandlers = ({ events }: Service): Pick<Handlers, EventOperation> => ({
  async createEvent({ caller, body }) {
    const once = await events.create(caller, body);
    const headers = { location: `/events/${once.result.id}`, ...replayed(once) };
    return { status: 201, body: { data: once.result }, headers };
  },
  async listEvents({ caller, query }) {
    return { status: 200, body: { data: await events.list(caller, query) } };
  },
  async eventTimeline({ caller, query }) {
    return { status: 200, body: { data: await events.timeline(caller, query) } };
  },
  async getEvent({ caller, params }) {
    return { status: 200, body: { data: await events.get(caller, params.id) } };
  },
});
