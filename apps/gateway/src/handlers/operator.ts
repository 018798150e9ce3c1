import type { Service } from '@hippocamp/runtime/service';
import type { operatorOperations } from '@hippocamp/shared/operations/operator';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Handlers } from '../http/answer.js';

type OperatorService = Pick<Service, 'keys' | 'keyCheck' | 'tenantSettings'>;

const asTenant = (name: string) => name as TenantId;

const settingsOf = async ({ keyCheck, tenantSettings }: OperatorService, tenant: TenantId) => ({
  status: 200,
  body: { data: { tenantId: tenant, hasKeys: await keyCheck.isKeyed(tenant), ...tenantSettings.of(tenant) } },
});

export const operatorHandlers = (service: OperatorService): Pick<Handlers, keyof typeof operatorOperations> => {
  const { keys, tenantSettings } = service;
  return {
    createKey: async ({ body }) => ({ status: 200, body: { data: await keys.create(body) } }),
    listKeys: async ({ query }) => ({ status: 200, body: { data: { keys: await keys.list(query) } } }),
    rotateKey: async ({ params, body }) => ({
      status: 200,
      body: { data: await keys.rotate(params.id, body.overlapSeconds) },
    }),
    revokeKey: async ({ params }) => ({ status: 200, body: { data: await keys.revoke(params.id) } }),
    listTenants: async ({ query }) => ({ status: 200, body: { data: { tenants: await keys.tenants(query) } } }),
    getTenant: ({ params }) => settingsOf(service, asTenant(params.tenantId)),
    async updateTenant({ params, body }) {
      await tenantSettings.set(asTenant(params.tenantId), body);
      return settingsOf(service, asTenant(params.tenantId));
    },
  };
};
