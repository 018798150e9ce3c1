import type { Service } from '@hippocamp/runtime/service';
import { type Handlers, replayed } from '../http/answer.js';

type LifecycleOperation = 'runLifecycle' | 'listLifecycleRuns' | 'getLifecycleRun' | 'undoLifecycleRun';

export const lifecycleHandlers = ({ lifecycle }: Service): Pick<Handlers, LifecycleOperation> => ({
  async runLifecycle({ caller, body, respondAsync }) {
    const once = await lifecycle.run(caller, body, { respondAsync });
    const headers = replayed(once);
    if (once.result.status !== 'processing') return { status: 200, body: once.result, headers };
    const location = `/lifecycle/runs/${once.result.runId}`;
    const applied: Record<string, string> = respondAsync ? { 'preference-applied': 'respond-async' } : {};
    return { status: 202, body: once.result, headers: { ...headers, ...applied, location } };
  },
  async listLifecycleRuns({ caller, query }) {
    return { status: 200, body: await lifecycle.list(caller, query) };
  },
  async getLifecycleRun({ caller, params, query }) {
    return { status: 200, body: { data: await lifecycle.get(caller, params.id, query) } };
  },
  async undoLifecycleRun({ caller, params }) {
    const once = await lifecycle.undo(caller, params.id);
    return { status: 200, body: { data: once.result }, headers: replayed(once) };
  },
});
