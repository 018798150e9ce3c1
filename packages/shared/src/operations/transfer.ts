import { z } from 'zod';
import { envelope } from '../schemas/common.js';
import { importAnswer, MOST_HISTORY } from '../schemas/transfer.js';
import type { Operation } from './types.js';

export const transferOperations = {
  exportTenant: {
    method: 'get',
    path: '/export',
    summary: 'Everything of the tenant as lines of JSON; the last says `end`',
    tag: 'tenant',
    scope: 'admin',
    answers: { 200: z.string() },
    mediaType: 'application/x-ndjson',
    problems: [],
  },
  importTenant: {
    method: 'post',
    path: '/import',
    summary: 'Take lines of an export back, ids kept; what is there already stays as it is',
    tag: 'tenant',
    scope: 'admin',
    answers: { 200: envelope(importAnswer) },
    adds: 'memories',
    lines: true,
    items: { member: 'history', most: MOST_HISTORY },
    problems: ['unsupported-media-type', 'malformed-json'],
  },
} as const satisfies Record<string, Operation>;
