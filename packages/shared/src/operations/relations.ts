import { deleted, envelope, idPath } from '../schemas/common.js';
import {
  relation,
  relationCreate,
  relationList,
  relationListQuery,
  traversal,
  traverseQuery,
} from '../schemas/relations.js';
import type { Operation } from './types.js';

export const relationOperations = {
  createRelation: {
    method: 'post',
    path: '/relations',
    summary: 'Relate two nodes; the same edge again replaces its weight and metadata and answers 200',
    tag: 'relations',
    scope: 'write',
    body: relationCreate,
    answers: { 200: envelope(relation), 201: envelope(relation) },
    problems: ['unprocessable'],
    idempotent: true,
  },
  listRelations: {
    method: 'get',
    path: '/relations',
    summary: 'List relations, newest first',
    tag: 'relations',
    scope: 'read',
    query: relationListQuery,
    answers: { 200: envelope(relationList) },
    problems: [],
  },
  traverseRelations: {
    method: 'get',
    path: '/relations/traverse',
    summary: 'What is related to a node, directly and through others, nearest first',
    tag: 'relations',
    scope: 'read',
    query: traverseQuery,
    answers: { 200: envelope(traversal) },
    problems: ['not-found'],
  },
  getRelation: {
    method: 'get',
    path: '/relations/{id}',
    summary: 'Read a relation',
    tag: 'relations',
    scope: 'read',
    params: idPath,
    answers: { 200: envelope(relation) },
    problems: ['not-found'],
  },
  deleteRelation: {
    method: 'delete',
    path: '/relations/{id}',
    summary: 'Delete a relation',
    tag: 'relations',
    scope: 'write',
    params: idPath,
    answers: { 200: envelope(deleted) },
    problems: ['not-found'],
  },
} as const satisfies Record<string, Operation>;
