import { envelope } from '../schemas/common.js';
import {
  apiKey,
  keyCreate,
  keyList,
  keyListQuery,
  keyMade,
  keyPath,
  keyRotate,
  tenantList,
  tenantListQuery,
} from '../schemas/keys.js';
import type { Operation } from './types.js';

/** For who runs the service: no tenant reaches them, whatever its scopes. */
export const operatorOperations = {
  createKey: {
    method: 'post',
    path: '/operator/keys',
    summary: 'Make a key; the answer alone holds it',
    tag: 'operator',
    scope: 'operator',
    body: keyCreate,
    answers: { 200: envelope(keyMade) },
    problems: [],
  },
  listKeys: {
    method: 'get',
    path: '/operator/keys',
    summary: 'Keys with what they may do and when they were used last, in order of their ids',
    tag: 'operator',
    scope: 'operator',
    query: keyListQuery,
    answers: { 200: envelope(keyList) },
    problems: [],
  },
  rotateKey: {
    method: 'post',
    path: '/operator/keys/{id}/rotate',
    summary: 'Make a key in the place of another, which still holds for a while',
    tag: 'operator',
    scope: 'operator',
    params: keyPath,
    body: keyRotate,
    answers: { 200: envelope(keyMade) },
    problems: ['not-found', 'conflict'],
  },
  revokeKey: {
    method: 'delete',
    path: '/operator/keys/{id}',
    summary: 'End a key; within a second no process takes it',
    tag: 'operator',
    scope: 'operator',
    params: keyPath,
    answers: { 200: envelope(apiKey) },
    problems: ['not-found'],
  },
  listTenants: {
    method: 'get',
    path: '/operator/tenants',
    summary: 'Tenants that wrote or have a key, in order of their names',
    tag: 'operator',
    scope: 'operator',
    query: tenantListQuery,
    answers: { 200: envelope(tenantList) },
    problems: [],
  },
} as const satisfies Record<string, Operation>;
