import { envelope } from '../schemas/common.js';
import { type ContextRequest, candidatesOf, contextAnswer, contextRequest } from '../schemas/context.js';
import { memoriesHeld, type ValidateRequest, validateAnswer, validateRequest } from '../schemas/validate.js';
import type { Operation } from './types.js';

export const recallOperations = {
  buildContext: {
    method: 'post',
    path: '/context/build',
    summary: "Build the messages of an agent's turn from its memories, within a token budget",
    tag: 'recall',
    scope: 'read',
    forOwner: 'finds',
    body: contextRequest,
    answers: { 200: envelope(contextAnswer) },
    problems: ['unprocessable', 'dependency-unavailable'],
    holds: (body: ContextRequest) => candidatesOf(body),
  },
  validateClaim: {
    method: 'post',
    path: '/validate',
    summary: 'Check a claim against what is known',
    tag: 'recall',
    scope: 'read',
    forOwner: 'finds',
    body: validateRequest,
    answers: { 200: envelope(validateAnswer) },
    problems: ['dependency-unavailable'],
    holds: (body: ValidateRequest) => memoriesHeld(body),
  },
} as const satisfies Record<string, Operation>;
