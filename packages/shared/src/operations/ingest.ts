import { z } from 'zod';
import { deleted, envelope, idPath, uuid } from '../schemas/common.js';
import {
  artifact,
  artifactList,
  artifactListQuery,
  ingestAnswer,
  ingestList,
  ingestListQuery,
  ingestRequest,
} from '../schemas/ingest.js';
import type { Operation } from './types.js';

const none = [] as const;

export const ingestOperations = {
  ingest: {
    method: 'post',
    path: '/ingest',
    summary: 'Extract, classify, deduplicate and store what is worth keeping of a text',
    tag: 'ingest',
    scope: 'write',
    forOwner: 'writes',
    body: ingestRequest,
    makesOwners: true,
    answers: { 200: envelope(ingestAnswer), 202: envelope(ingestAnswer) },
    problems: ['conflict', 'dependency-unavailable'],
    adds: 'ingests',
    idempotent: true,
    waits: true,
  },
  listIngests: {
    method: 'get',
    path: '/ingest',
    summary: 'Ingests with their state, newest first',
    tag: 'ingest',
    scope: 'read',
    forOwner: 'refused',
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
    forOwner: 'ingest',
    params: z.object({ traceId: uuid }),
    answers: { 200: envelope(ingestAnswer) },
    problems: ['not-found'],
  },
} as const satisfies Record<string, Operation>;

export const artifactOperations = {
  getArtifact: {
    method: 'get',
    path: '/artifacts/{id}',
    summary: 'The raw text that memories were drawn from',
    tag: 'ingest',
    scope: 'read',
    forOwner: 'artifact',
    params: idPath,
    answers: { 200: envelope(artifact) },
    problems: ['not-found'],
  },
  listArtifacts: {
    method: 'get',
    path: '/artifacts',
    summary: 'The raw texts of ingests that are kept, without their content, oldest first',
    tag: 'ingest',
    scope: 'read',
    forOwner: 'lists',
    query: artifactListQuery,
    answers: { 200: envelope(artifactList) },
    problems: none,
  },
  readArtifact: {
    method: 'post',
    path: '/artifacts/{id}/read',
    summary: 'Read a raw text anew, in its place in its talk: what an earlier reader left out is kept',
    tag: 'ingest',
    scope: 'write',
    forOwner: 'artifact',
    params: idPath,
    body: z.strictObject({}),
    answers: { 200: envelope(ingestAnswer), 202: envelope(ingestAnswer) },
    problems: ['not-found', 'unprocessable', 'conflict', 'dependency-unavailable'],
    idempotent: true,
    waits: true,
  },
  deleteArtifact: {
    method: 'delete',
    path: '/artifacts/{id}',
    summary: 'Delete a raw text, with what later texts of its session took over; the memories drawn from it stay',
    tag: 'ingest',
    scope: 'write',
    forOwner: 'artifact',
    params: idPath,
    answers: { 200: envelope(deleted) },
    problems: ['not-found'],
  },
} as const satisfies Record<string, Operation>;
