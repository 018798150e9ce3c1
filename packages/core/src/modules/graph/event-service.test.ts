import { expect, it } from 'vitest';
import type { EventFilter, Records } from '../../ports/records.js';
import { NOON, tenantNamed } from '../../testing/builders.js';
import { createEventService, type EventServiceDependencies } from './event-service.js';

it('a timeline reads the days that it shows, and none of the later ones that an import may bring', async () => {
  const asked: EventFilter[] = [];
  const days = async (filter: EventFilter) => {
    asked.push(filter);
    return [];
  };
  const records = { forTenant: () => ({ events: { days } }) } as unknown as Records;
  const dependencies = { records, clock: { now: () => NOON } } as Partial<EventServiceDependencies>;
  const { timeline } = createEventService(dependencies as EventServiceDependencies);
  const caller = { tenant: tenantNamed('acme') } as Parameters<typeof timeline>[0];
  const shown = await timeline(caller, { days: 2 });
  expect(shown.timeline.map(({ date }) => date)).toEqual(['2026-02-28', '2026-03-01']);
  const [after, before] = [new Date('2026-02-28T00:00:00.000Z'), new Date('2026-03-02T00:00:00.000Z')];
  expect(asked).toEqual([{ eventType: undefined, after, before }]);
});
