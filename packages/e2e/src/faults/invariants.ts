import type { Consistency } from '@hippocamp/shared/schemas/admin';
import { expect } from 'vitest';
import { find, finishedIngest, foundIds, listAll } from '../actions.js';
import type { Api } from '../client.js';
import { waitUntil } from '../wait-until.js';
import type { Rig } from './rig.js';
import type { History } from './workload.js';

/** ms from the end of the faults until everything is as it should be, also on a machine that does much else. */
const HEALING = 90_000;
const SEARCHED = 12;

const isWhole = ({ consistent, pending, points, memories }: Consistency) =>
  consistent && pending === 0 && points === memories;

const consistencyOf = async (api: Api): Promise<Consistency | null> => {
  const answer = await api.get('/admin/consistency').catch(() => null);
  return answer?.status === 200 ? (answer.body.data as Consistency) : null;
};

export async function expectHealed(histories: readonly History[], { jobsOf }: Pick<Rig, 'jobsOf'>): Promise<void> {
  const end = performance.now() + HEALING;
  const untilTrue = async <Seen>(what: string, look: () => Promise<Seen>, isWell: (seen: Seen) => boolean) => {
    let last = '';
    const seen = async () => {
      const found = await look();
      last = JSON.stringify(found);
      return isWell(found);
    };
    await waitUntil(what, seen, { deadline: Math.max(1, end - performance.now()), every: 250 }).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}: ${last}`);
      },
    );
  };
  for (const { api } of histories) {
    const look = () => jobsOf(api.tenant);
    await untilTrue('its work list is empty', look, ({ waiting, dead }) => waiting === 0 && dead === 0);
  }
  for (const { api } of histories) {
    const look = () => consistencyOf(api);
    await untilTrue('the index is as the records', look, (found) => found !== null && isWhole(found));
  }
}

/** No acknowledged write is lost, no deleted memory is seen, no text is there twice or of another tenant. */
export async function expectWhole(history: History): Promise<void> {
  const { api, kept, deleted, ingests, sent } = history;
  const all = await listAll(api);
  const byId = new Map(all.map(({ id, content }) => [id, content]));
  for (const [id, content] of kept) expect(byId.get(id), `memory ${id} was acknowledged`).toBe(content);
  for (const id of deleted.keys()) expect(byId.has(id), `memory ${id} was acknowledged as deleted`).toBe(false);
  const contents = all.map(({ content }) => content);
  expect(new Set(contents).size, 'each text is there once').toBe(contents.length);
  for (const content of contents) expect(sent).toContain(content);
  for (const [traceId, content] of ingests) {
    expect((await finishedIngest(api, traceId)).success, `ingest ${traceId} was accepted`).toBe(true);
    expect(contents, `ingest ${traceId} was accepted`).toContain(content);
  }
  for (const [id, content] of [...kept].slice(-SEARCHED)) {
    expect(foundIds(await find(api, content, { k: 3, weights: { semantic: 1 } }))).toContain(id);
  }
  for (const [id, content] of [...deleted].slice(-SEARCHED)) {
    expect(foundIds(await find(api, content, { k: 20 }))).not.toContain(id);
    expect((await api.get(`/memories/${id}`)).status).toBe(404);
  }
}
