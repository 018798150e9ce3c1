import { z } from 'zod';
import { live, ready } from '../schemas/system.js';
import type { Operation } from './types.js';

const none = [] as const;

export const systemOperations = {
  live: {
    method: 'get',
    path: '/livez',
    summary: 'Whether the process answers',
    tag: 'system',
    scope: null,
    answers: { 200: live },
    problems: none,
  },
  ready: {
    method: 'get',
    path: '/readyz',
    summary: 'Whether the service can do its work, and on what',
    tag: 'system',
    scope: null,
    answers: { 200: ready, 503: ready },
    problems: none,
  },
  metrics: {
    method: 'get',
    path: '/metrics',
    summary: 'Metrics for Prometheus',
    tag: 'system',
    scope: null,
    answers: { 200: z.string() },
    mediaType: 'text/plain',
    problems: ['not-found'],
  },
  openapi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This interface as an OpenAPI 3.1 document',
    tag: 'system',
    scope: null,
    answers: { 200: z.looseObject({ openapi: z.string() }) },
    problems: none,
  },
  docs: {
    method: 'get',
    path: '/docs',
    summary: 'This interface to read',
    tag: 'system',
    scope: null,
    answers: { 200: z.string() },
    mediaType: 'text/html',
    problems: none,
  },
  problemPages: {
    method: 'get',
    path: '/problems',
    summary: 'All problems',
    tag: 'system',
    scope: null,
    answers: { 200: z.string() },
    mediaType: 'text/html',
    problems: none,
  },
  problemPage: {
    method: 'get',
    path: '/problems/{name}',
    summary: 'What a problem means and what to do',
    tag: 'system',
    scope: null,
    params: z.object({ name: z.string() }),
    answers: { 200: z.string() },
    mediaType: 'text/html',
    problems: ['not-found'],
  },
} as const satisfies Record<string, Operation>;
