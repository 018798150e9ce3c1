import { z } from 'zod';
import { envelope, uuid } from '../schemas/common.js';
import {
  lifecycleAnswer,
  lifecycleDetailsQuery,
  lifecycleRequest,
  lifecycleRunDetails,
  lifecycleRuns,
  lifecycleRunsQuery,
  undoAnswer,
} from '../schemas/lifecycle.js';
import type { Operation } from './types.js';

const id = z.object({ id: uuid });

export const lifecycleOperations = {
  runLifecycle: {
    method: 'post',
    path: '/lifecycle/run',
    summary: 'Promote, distil, expire and archive memories by age and use',
    tag: 'lifecycle',
    scope: 'admin',
    body: lifecycleRequest,
    answers: { 200: lifecycleAnswer, 202: lifecycleAnswer },
    problems: ['conflict', 'dependency-unavailable'],
    idempotent: true,
    waits: true,
  },
  listLifecycleRuns: {
    method: 'get',
    path: '/lifecycle/runs',
    summary: 'Runs that have ended, newest first; dry runs are not among them',
    tag: 'lifecycle',
    scope: 'read',
    forOwner: 'refused',
    query: lifecycleRunsQuery,
    answers: { 200: lifecycleRuns },
    problems: [],
  },
  getLifecycleRun: {
    method: 'get',
    path: '/lifecycle/runs/{id}',
    summary: 'A run with all that it changed; a dry run for 24 h',
    tag: 'lifecycle',
    scope: 'read',
    forOwner: 'refused',
    params: id,
    query: lifecycleDetailsQuery,
    answers: { 200: envelope(lifecycleRunDetails) },
    problems: ['not-found'],
  },
  undoLifecycleRun: {
    method: 'post',
    path: '/lifecycle/runs/{id}/undo',
    summary: 'Give back what a run promoted, distilled or archived and nobody changed since',
    tag: 'lifecycle',
    scope: 'admin',
    params: id,
    body: z.strictObject({}),
    answers: { 200: envelope(undoAnswer) },
    problems: ['not-found', 'conflict', 'unprocessable'],
    idempotent: true,
    waits: true,
  },
} as const satisfies Record<string, Operation>;
