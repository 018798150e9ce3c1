import type { Service } from '@hippocamp/runtime/service';
import type { artifactOperations } from '@hippocamp/shared/operations/ingest';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { Handlers } from '../http/handler.js';
import { replayed } from '../http/replayed.js';

type IngestOperation = 'ingest' | 'getIngest' | 'listIngests' | keyof typeof artifactOperations;

const later = ({ traceId }: IngestAnswer, respondAsync: boolean): Record<string, string> => ({
  ...(respondAsync ? { 'preference-applied': 'respond-async' } : {}),
  location: `/ingest/${traceId}`,
});

export const ingestHandlers = ({ ingests, artifacts }: Service): Pick<Handlers, IngestOperation> => ({
  async ingest({ caller, body, respondAsync }) {
    const once = await ingests.ingest(caller, body, { respondAsync });
    const data = once.result;
    const headers = replayed(once);
    if (data.status !== 'processing') return { status: 200, body: { data }, headers };
    return { status: 202, body: { data }, headers: { ...headers, ...later(data, respondAsync) } };
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
  async listArtifacts({ caller, query }) {
    return { status: 200, body: { data: await artifacts.list(caller, query) } };
  },
  async readArtifact({ caller, params, respondAsync }) {
    const data = await ingests.readAgain(caller, params.id, { respondAsync });
    if (data.status !== 'processing') return { status: 200, body: { data } };
    return { status: 202, body: { data }, headers: later(data, respondAsync) };
  },
  async deleteArtifact({ caller, params }) {
    await artifacts.remove(caller, params.id);
    return { status: 200, body: { data: { deleted: true } } };
  },
});
