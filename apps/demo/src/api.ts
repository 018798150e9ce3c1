import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { QueryAnswer } from '@hippocamp/shared/schemas/query';

export interface DemoApi {
  ingest(body: object): Promise<IngestAnswer>;
  query(body: object): Promise<QueryAnswer>;
}

/** The two calls that the demo makes, for one tenant. Throws what the service says when it refuses. */
export function createDemoApi(url: string, tenant: string): DemoApi {
  const post = async <Data>(path: string, body: object): Promise<Data> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'x-tenant-id': tenant, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data?: Data; detail?: string };
    if (!answer.data) throw new Error(`${path} answered ${response.status}: ${answer.detail}`);
    return answer.data;
  };
  return { ingest: (body) => post('/ingest', body), query: (body) => post('/memories/query', body) };
}
