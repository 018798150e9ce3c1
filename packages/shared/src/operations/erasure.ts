import { envelope } from '../schemas/common.js';
import { eraseReceipt, eraseRequest, tenantReceipt } from '../schemas/erasure.js';
import type { Operation } from './types.js';

export const erasureOperations = {
  erase: {
    method: 'post',
    path: '/erase',
    summary: 'Remove everything of an owner, with a receipt',
    tag: 'tenant',
    scope: 'admin',
    body: eraseRequest,
    answers: { 200: envelope(eraseReceipt) },
    problems: [],
    idempotent: true,
    waits: true,
  },
  deleteTenant: {
    method: 'delete',
    path: '/tenant',
    summary: 'Remove the tenant with everything in it; x-confirm-tenant names it once more',
    tag: 'tenant',
    scope: 'admin',
    answers: { 200: envelope(tenantReceipt) },
    problems: [],
    headers: { 'x-confirm-tenant': 'The tenant once more, so that nothing is deleted by mistake' },
    waits: true,
  },
} as const satisfies Record<string, Operation>;
