import type { Service } from '@hippocamp/runtime/service';
import type { Handlers } from '../http/handler.js';

type TransferOperation = 'exportTenant' | 'importTenant';

export const transferHandlers = ({ transfer }: Service): Pick<Handlers, TransferOperation> => ({
  async exportTenant({ caller }) {
    return { status: 200, body: '', stream: transfer.export(caller) };
  },
  async importTenant({ caller, lines }) {
    return { status: 200, body: { data: await transfer.import(caller, lines) } };
  },
});
