import type { Service } from '@hippocamp/runtime/service';
import type { Handlers } from '../http/handler.js';

export const ingestHandlers = ({ ingests }: Service): Pick<Handlers, 'ingest' | 'getIngest'> => ({
  async ingest({ caller, body, respondAsync, ignored }) {
    const { result, replayed } = await ingests.ingest(caller, body, { respondAsync });
    const warnings = [
      ...result.warnings,
      ...ignored.map((path) => ({ code: 'ignored_member', message: `${path} is not known here and was not read.` })),
    ];
    const headers: Record<string, string> = replayed ? { 'idempotency-replayed': 'true' } : {};
    const data = { ...result, warnings };
    if (result.status !== 'processing') return { status: 200, body: { data }, headers };
    const location = `/ingest/${result.traceId}`;
    const applied: Record<string, string> = respondAsync ? { 'preference-applied': 'respond-async' } : {};
    return { status: 202, body: { data }, headers: { ...headers, ...applied, location } };
  },
  async getIngest({ caller, params }) {
    return { status: 200, body: { data: await ingests.get(caller, params.traceId) } };
  },
});
