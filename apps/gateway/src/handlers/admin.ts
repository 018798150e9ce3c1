import type { Service } from '@hippocamp/runtime/service';
import { replayed } from '../http/answer.js';
import type { Handlers } from '../http/handler.js';

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
