import type { Once } from '@hippocamp/core/modules/idempotency/run-once';
import type { Service } from '@hippocamp/runtime/service';
import type { artifactOperations } from '@hippocamp/shared/operations/ingest';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { type Handlers, replayed } from '../http/answer.js';

type IngestOperation = 'ingest' | 'getIngest' | 'listIngests' | keyof typeof artifactOperations;

const answered = (once: Once<IngestAnswer>, respondAsync: boolean) => {
  const { result: data } = once;
  const headers = replayed(once);
  if (data.status !== 'processing') return { status: 200 as const, body: { data }, headers };
  const applied: Record<string, string> = respondAsync ? { 'preference-applied': 'respond-async' } : {};
  const location = `/ingest/${data.traceId}`;
  return { status: 202 as const, body: { data }, headers: { ...headers, ...applied, location } };
};

export const ingestHandlers = ({ ingests, artifacts }: Service): Pick<Handlers, IngestOperation> => ({
  async ingest({ caller, body, respondAsync, waitFor }) {
    return answered(await ingests.ingest(caller, body, { respondAsync, waitFor }), respondAsync);
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
  async readArtifact({ caller, params, respondAsync, waitFor }) {
    return answered(await ingests.readAgain(caller, params.id, { respondAsync, waitFor }), respondAsync);
  },
  async deleteArtifact({ caller, params }) {
    await artifacts.remove(caller, params.id);
    return { status: 200, body: { data: { deleted: true } } };
  },
});
