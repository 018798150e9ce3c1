import type { Service } from '@hippocamp/runtime/service';
import { type Handlers, replayed } from '../http/answer.js';

type AdminOperation = 'checkConsistency' | 'listDeadLetters' | 'replayDeadLetters';

export const adminHandlers = ({ consistency, deadLetters }: Service): Pick<Handlers, AdminOperation> => ({
  async checkConsistency({ caller, query }) {
    return { status: 200, body: { data: await consistency.check(caller, query) } };
  },
  async listDeadLetters({ caller, query }) {
    return { status: 200, body: { data: await deadLetters.list(caller, query) } };
  },
  async replayDeadLetters({ caller, body }) {
    const once = await deadLetters.replay(caller, body);
    return { status: 200, body: { data: once.result }, headers: replayed(once) };
  },
});

type ErasureOperation = 'erase' | 'deleteTenant';

export const erasureHandlers = ({ erasure }: Service): Pick<Handlers, ErasureOperation> => ({
  async erase({ caller, body }) {
    const once = await erasure.erase(caller, body.ownerEntityId);
    return { status: 200, body: { data: once.result }, headers: replayed(once) };
  },
  async deleteTenant({ caller, header }) {
    return { status: 200, body: { data: await erasure.deleteTenant(caller, header('x-confirm-tenant')) } };
  },
});

type TransferOperation = 'exportTenant' | 'importTenant';

export const transferHandlers = ({ transfer }: Service): Pick<Handlers, TransferOperation> => ({
  async exportTenant({ caller }) {
    return { status: 200, body: '', stream: transfer.export(caller) };
  },
  async importTenant({ caller, lines }) {
    return { status: 200, body: { data: await transfer.import(caller, lines) } };
  },
});
