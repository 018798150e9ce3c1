import type { Service } from '@hippocamp/runtime/service';
import type { Handlers } from '../http/handler.js';

type ErasureOperation = 'erase' | 'deleteTenant';

export const erasureHandlers = ({ erasure }: Service): Pick<Handlers, ErasureOperation> => ({
  async erase({ caller, body }) {
    const { result, replayed } = await erasure.erase(caller, body.ownerEntityId);
    const headers: Record<string, string> = replayed ? { 'idempotency-replayed': 'true' } : {};
    return { status: 200, body: { data: result }, headers };
  },
  async deleteTenant({ caller, header }) {
    return { status: 200, body: { data: await erasure.deleteTenant(caller, header('x-confirm-tenant')) } };
  },
});
