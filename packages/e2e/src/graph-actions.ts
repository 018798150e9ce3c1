import type { Entity } from '@hippocamp/shared/schemas/entities';
import type { Event } from '@hippocamp/shared/schemas/events';
import type { NodeType, Relation, Traversal } from '@hippocamp/shared/schemas/relations';
import { expect } from 'vitest';
import type { Api, ApiAnswer } from './client.js';

const dataOf = <Data>(answer: ApiAnswer, status: number): Data => {
  expect(answer.status, answer.text).toBe(status);
  return answer.body.data as Data;
};

export const createEntity = async (api: Api, name: string, given: object = {}) =>
  dataOf<Entity>(await api.post('/entities', { type: 'person', name, ...given }), 201);

export const createEvent = async (api: Api, eventType: string, given: object = {}) =>
  dataOf<Event>(await api.post('/events', { eventType, ...given }), 201);

export type End = readonly [type: NodeType, id: string];

export const edge = ([fromType, fromId]: End, [toType, toId]: End, given: object = {}) => ({
  type: 'knows',
  fromType,
  fromId,
  toType,
  toId,
  ...given,
});

export const relate = async (api: Api, from: End, to: End, given: object = {}) =>
  dataOf<Relation>(await api.post('/relations', edge(from, to, given)), 201);

export const traverse = async (api: Api, [startType, startId]: End, more = '') =>
  dataOf<Traversal>(await api.get(`/relations/traverse?startType=${startType}&startId=${startId}${more}`), 200);
