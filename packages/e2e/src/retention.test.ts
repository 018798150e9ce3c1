/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { create, ingest, read } from './actions.js';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { waitUntil } from './wait-until.js';

describe('retention', () => {
  const { start } = useOwnServices();

  it('removes what is past it, and leaves the memories and what they came from', async () => {
    // 0.0001 days are some nine seconds, enough to read an answer on a busy machine before it is removed.
    const days = { INGEST_RETENTION_DAYS: '0.0001', ARTIFACT_RETENTION_DAYS: '0', DRY_RUN_RETENTION_DAYS: '0.0001' };
    const api = createApi((await start({ ...days, HISTORY_RETENTION_DAYS: '0', PRUNE_SECONDS: '0.2' })).url);
    const { traceId, acceptedMemories } = await ingest(api, 'Ann keeps a spare key in Quartzheim.');
    const { id } = await create(api, 'The kettle leaks.');
    const dry = (await api.post('/lifecycle/run', { dryRun: true })).body;
    const real = (await api.post('/lifecycle/run', {})).body;
    const isGone = async (path: string) => (await api.get(path)).status === 404;
    await waitUntil('the ingest is gone', () => isGone(`/ingest/${traceId}`));
    await waitUntil('the dry run is gone', () => isGone(`/lifecycle/runs/${dry.runId}`));
    const historyOf = async () => (await api.get(`/memories/${id}/history`)).body.data.history;
    await waitUntil('the history is gone', async () => (await historyOf()).length === 0);
    expect((await api.get(`/lifecycle/runs/${real.runId}`)).status).toBe(200);
    const { sourceArtifactId } = await read(api, String(acceptedMemories[0]?.memoryId));
    expect((await api.get(`/artifacts/${sourceArtifactId}`)).status).toBe(200);
    const isCounted = async () => /^hippocamp_rows\{kind="ingests"\} \d/m.test((await api.get('/metrics')).text);
    await waitUntil('what is left is counted', isCounted);
  });
});
