import {
  consistency,
  consistencyQuery,
  deadLetterList,
  deadLetterListQuery,
  deadLettersReplay,
  deadLettersReplayed,
} from '../schemas/admin.js';
import { envelope } from '../schemas/common.js';
import type { Operation } from './types.js';

export const adminOperations = {
  checkConsistency: {
    method: 'get',
    path: '/admin/consistency',
    summary: 'Compare the records with the vector index, and repair it',
    tag: 'admin',
    scope: 'admin',
    query: consistencyQuery,
    answers: { 200: envelope(consistency) },
    problems: [],
    compares: true,
  },
  listDeadLetters: {
    method: 'get',
    path: '/admin/dead-letters',
    summary: 'List jobs that were given up',
    tag: 'admin',
    scope: 'admin',
    query: deadLetterListQuery,
    answers: { 200: envelope(deadLetterList) },
    problems: [],
  },
  replayDeadLetters: {
    method: 'post',
    path: '/admin/dead-letters/replay',
    summary: 'Give jobs that were given up all their attempts again',
    tag: 'admin',
    scope: 'admin',
    body: deadLettersReplay,
    answers: { 200: envelope(deadLettersReplayed) },
    problems: [],
    idempotent: true,
  },
} as const satisfies Record<string, Operation>;
