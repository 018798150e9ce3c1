import type { Service } from '@hippocamp/runtime/service';
import type { Handlers } from '../http/handler.js';
import { replayed } from '../http/replayed.js';

type IngestOperation = 'ingest' | 'getIngest' | 'listIngests' | 'getArtifact' | 'deleteArtifact';

export const ingestHandlers = ({ ingests, artifacts }: Service): Pick<Handlers, IngestOperation> => ({
  async ingest({ caller, body, respondAsync }) {
    const once = await ingests.ingest(caller, body, { respondAsync });
    const data = once.result;
    const headers = replayed(once);
    if (data.status !== 'processing') return { status: 200, body: { data }, headers };
    const location = `/ingest/${data.traceId}`;
    const applied: Record<string, string> = respondAsync ? { 'preference-applied': 'respond-async' } : {};
    return { status: 202, body: { data }, headers: { ...headers, ...applied, location } };
  },
  async getIngest({ caller, params }) {
    return { status: 200, body: { data: await ingests.get(caller, params.traceId) } };
  },
  async listIngests({ caller, query }) {
    return { status: 200, body: { data: await ingests.list(caller, query) } };
  },
  async getArtifact({ caller, params }) {
    return { status: 200, body: { data: await artifacts.get(caller, params.id) } };
  },
  async deleteArtifact({ caller, params }) {
    await artifacts.remove(caller, params.id);
    return { status: 200, body: { data: { deleted: true } } };
  },
});
