import { z } from 'zod';
import { deleted, envelope, uuid } from '../schemas/common.js';
import { artifact, ingestAnswer, ingestList, ingestListQuery, ingestRequest } from '../schemas/ingest.js';
import {
  batchResult,
  deletedCount,
  memory,
  memoryBatch,
  memoryCreate,
  memoryDelete,
  memoryHistory,
  memoryList,
  memoryListQuery,
  memoryPatch,
  memoryStats,
  statsQuery,
} from '../schemas/memories.js';
import { memoryQuery, queryAnswer } from '../schemas/query.js';
import { live, ready } from '../schemas/system.js';
import { adminOperations } from './admin.js';
import { entityOperations } from './entities.js';
import { erasureOperations } from './erasure.js';
import { eventOperations } from './events.js';
import { lifecycleOperations } from './lifecycle.js';
import { recallOperations } from './recall.js';
import { relationOperations } from './relations.js';
import { transferOperations } from './transfer.js';
import type { Operation } from './types.js';

const id = z.object({ id: uuid });
const none = [] as const;

const memoryOperations = {
  createMemory: {
    method: 'post',
    path: '/memories',
    summary: 'Create a memory',
    tag: 'memories',
    scope: 'write',
    body: memoryCreate,
    answers: { 201: envelope(memory) },
    problems: none,
    idempotent: true,
    versioned: true,
  },
  createMemories: {
    method: 'post',
    path: '/memories/batch',
    summary: 'Create up to 500 memories, each by itself',
    tag: 'memories',
    scope: 'write',
    body: memoryBatch,
    answers: { 200: envelope(batchResult) },
    problems: none,
    idempotent: true,
    large: true,
  },
  listMemories: {
    method: 'get',
    path: '/memories',
    summary: 'List memories',
    tag: 'memories',
    scope: 'read',
    query: memoryListQuery,
    answers: { 200: envelope(memoryList) },
    problems: none,
  },
  memoryStats: {
    method: 'get',
    path: '/memories/stats',
    summary: 'Count memories by tier and by day',
    tag: 'memories',
    scope: 'read',
    query: statsQuery,
    answers: { 200: envelope(memoryStats) },
    problems: none,
  },
  queryMemories: {
    method: 'post',
    path: '/memories/query',
    summary: 'Find memories by meaning, recency and importance',
    tag: 'memories',
    scope: 'read',
    body: memoryQuery,
    answers: { 200: envelope(queryAnswer) },
    problems: ['dependency-unavailable'],
  },
  deleteMemories: {
    method: 'post',
    path: '/memories/delete',
    summary: 'Delete the memories that pass a filter',
    tag: 'memories',
    scope: 'write',
    body: memoryDelete,
    answers: { 200: envelope(deletedCount) },
    problems: none,
    idempotent: true,
  },
  getMemory: {
    method: 'get',
    path: '/memories/{id}',
    summary: 'Read a memory',
    tag: 'memories',
    scope: 'read',
    params: id,
    answers: { 200: envelope(memory) },
    problems: ['not-found'],
    versioned: true,
  },
  updateMemory: {
    method: 'patch',
    path: '/memories/{id}',
    summary: 'Change a memory',
    tag: 'memories',
    scope: 'write',
    params: id,
    body: memoryPatch,
    answers: { 200: envelope(memory) },
    problems: ['not-found', 'precondition-failed'],
    versioned: true,
  },
  deleteMemory: {
    method: 'delete',
    path: '/memories/{id}',
    summary: 'Delete a memory with everything that holds its text',
    tag: 'memories',
    scope: 'write',
    params: id,
    answers: { 200: envelope(deleted) },
    problems: ['not-found', 'precondition-failed'],
    versioned: true,
  },
  accessMemory: {
    method: 'post',
    path: '/memories/{id}/access',
    summary: 'Record that a memory was used',
    tag: 'memories',
    scope: 'write',
    params: id,
    body: z.object({}),
    answers: { 200: envelope(memory) },
    problems: ['not-found'],
    idempotent: true,
  },
  memoryHistory: {
    method: 'get',
    path: '/memories/{id}/history',
    summary: 'Every change of a memory, oldest first',
    tag: 'memories',
    scope: 'read',
    params: id,
    answers: { 200: envelope(memoryHistory) },
    problems: ['not-found'],
  },
} as const satisfies Record<string, Operation>;

const ingestOperations = {
  ingest: {
    method: 'post',
    path: '/ingest',
    summary: 'Extract, classify, deduplicate and store what is worth keeping of a text',
    tag: 'ingest',
    scope: 'write',
    body: ingestRequest,
    answers: { 200: envelope(ingestAnswer), 202: envelope(ingestAnswer) },
    problems: ['dependency-unavailable'],
    idempotent: true,
  },
  listIngests: {
    method: 'get',
    path: '/ingest',
    summary: 'Ingests with their state, newest first',
    tag: 'ingest',
    scope: 'read',
    query: ingestListQuery,
    answers: { 200: envelope(ingestList) },
    problems: none,
  },
  getIngest: {
    method: 'get',
    path: '/ingest/{traceId}',
    summary: 'The state and result of an ingest',
    tag: 'ingest',
    scope: 'read',
    params: z.object({ traceId: uuid }),
    answers: { 200: envelope(ingestAnswer) },
    problems: ['not-found'],
  },
} as const satisfies Record<string, Operation>;

const artifactOperations = {
  getArtifact: {
    method: 'get',
    path: '/artifacts/{id}',
    summary: 'The raw text that memories were drawn from',
    tag: 'ingest',
    scope: 'read',
    params: id,
    answers: { 200: envelope(artifact) },
    problems: ['not-found'],
  },
  deleteArtifact: {
    method: 'delete',
    path: '/artifacts/{id}',
    summary: 'Delete a raw text; the memories drawn from it stay',
    tag: 'ingest',
    scope: 'write',
    params: id,
    answers: { 200: envelope(deleted) },
    problems: ['not-found'],
  },
} as const satisfies Record<string, Operation>;

const systemOperations = {
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
    problems: none,
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

/** The one list of what the service does. Routes, checks and the OpenAPI document come from it. */
export const operations = {
  ...memoryOperations,
  ...ingestOperations,
  ...artifactOperations,
  ...adminOperations,
  ...entityOperations,
  ...eventOperations,
  ...relationOperations,
  ...recallOperations,
  ...lifecycleOperations,
  ...erasureOperations,
  ...transferOperations,
  ...systemOperations,
};
export type Operations = typeof operations;
export type OperationId = keyof Operations;
