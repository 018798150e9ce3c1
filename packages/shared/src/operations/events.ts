import { envelope, idPath } from '../schemas/common.js';
import { event, eventCreate, eventList, eventListQuery, timeline, timelineQuery } from '../schemas/events.js';
import type { Operation } from './types.js';

export const eventOperations = {
  createEvent: {
    method: 'post',
    path: '/events',
    summary: 'Record an event',
    tag: 'events',
    scope: 'write',
    forOwner: 'acts',
    body: eventCreate,
    makesOwners: true,
    answers: { 201: envelope(event) },
    problems: [],
    adds: 'bytes',
    idempotent: true,
  },
  listEvents: {
    method: 'get',
    path: '/events',
    summary: 'List events by the time when they happened',
    tag: 'events',
    scope: 'read',
    forOwner: 'acts',
    query: eventListQuery,
    answers: { 200: envelope(eventList) },
    problems: [],
  },
  eventTimeline: {
    method: 'get',
    path: '/events/timeline',
    summary: 'Count events by day and type',
    tag: 'events',
    scope: 'read',
    forOwner: 'refused',
    query: timelineQuery,
    answers: { 200: envelope(timeline) },
    problems: [],
  },
  getEvent: {
    method: 'get',
    path: '/events/{id}',
    summary: 'Read an event',
    tag: 'events',
    scope: 'read',
    forOwner: 'event',
    params: idPath,
    answers: { 200: envelope(event) },
    problems: ['not-found'],
  },
} as const satisfies Record<string, Operation>;
