import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Page, PageRequest } from './pages.js';

export interface EventRecord {
  id: string;
  actorEntityId: string | null;
  eventType: string;
  payload: JsonObject;
  tags: string[];
  occurredAt: Date;
  createdAt: Date;
}

/** Members left out pass everything. */
export interface EventFilter {
  eventType?: string | undefined;
  actorEntityId?: string | undefined;
  tag?: string | undefined;
  /** The least `occurredAt`, inclusive. */
  after?: Date | undefined;
  /** The greatest `occurredAt`, exclusive. */
  before?: Date | undefined;
}

/** A day in UTC. */
export interface EventDay {
  date: string;
  count: number;
  /** The most frequent types of the day. */
  byType: { eventType: string; count: number }[];
}

export interface EventRepository {
  insert(events: readonly EventRecord[]): Promise<void>;
  get(id: string): Promise<EventRecord | null>;
  /** Ordered by `occurredAt`. */
  page(filter: EventFilter, request: PageRequest & { sortOrder: 'asc' | 'desc' }): Promise<Page<EventRecord>>;
  /** Days with matching events, oldest first, with at most `types` types each. */
  days(filter: EventFilter, types: number): Promise<EventDay[]>;
}
