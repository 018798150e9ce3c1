import type { Service } from '@hippocamp/runtime/service';
import type { operatorOperations } from '@hippocamp/shared/operations/operator';
import type { Handlers } from '../http/handler.js';

export const operatorHandlers = ({ keys }: Service): Pick<Handlers, keyof typeof operatorOperations> => ({
  createKey: async ({ body }) => ({ status: 200, body: { data: await keys.create(body) } }),
  listKeys: async ({ query }) => ({ status: 200, body: { data: { keys: await keys.list(query) } } }),
  rotateKey: async ({ params, body }) => ({
    status: 200,
    body: { data: await keys.rotate(params.id, body.overlapSeconds) },
  }),
  revokeKey: async ({ params }) => ({ status: 200, body: { data: await keys.revoke(params.id) } }),
  listTenants: async ({ query }) => ({ status: 200, body: { data: { tenants: await keys.tenants(query) } } }),
});
