import type { Service } from '@hippocamp/runtime/service';
import type { Handlers } from '../http/answer.js';

export const recallHandlers = ({
  contexts,
  validation,
}: Service): Pick<Handlers, 'buildContext' | 'validateClaim'> => ({
  async buildContext({ caller, body }) {
    return { status: 200, body: { data: await contexts.build(caller, body) } };
  },
  async validateClaim({ caller, body }) {
    return { status: 200, body: { data: await validation.validate(caller, body) } };
  },
});
