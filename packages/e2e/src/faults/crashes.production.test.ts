/** @module-tag long */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { finishedIngest, listAll, total } from '../actions.js';
import { type Api, createApi } from '../client.js';
import { createRandom } from '../random.js';
import type { ServiceProcess } from '../service-process.js';
import { waitUntil } from '../wait-until.js';
import { expectHealed, expectWhole } from './invariants.js';
import { useRig } from './rig.js';
import { historyOf, startWorkload } from './workload.js';

const accept = async (api: Api, content: string): Promise<string> => {
  const accepted = await api.post('/ingest', { content, source: 'note' }, { prefer: 'respond-async' });
  expect(accepted.status).toBe(202);
  return accepted.body.data.traceId;
};

/** A worker may be killed by its first job before it says that it works. */
const diedEarly = (error: unknown) => {
  if (!String(error).includes('ended with null')) throw error;
  return 'SIGKILL' as const;
};
const deathOf = (starting: Promise<ServiceProcess>) => starting.then(({ exited }) => exited, diedEarly);

const untilHeld = (worker: ServiceProcess) =>
  waitUntil('it holds the job', async () => {
    const answer = await fetch(`${worker.url}/metrics`);
    return /hippocamp_queue_jobs\{kind="ingest",state="running"\} 1/.test(await answer.text());
  });

describe('kill -9 of a worker', () => {
  const rig = useRig('suite');

  let url: string;
  let workers: ServiceProcess[] = [];
  beforeAll(async () => {
    url = (await rig().start('gateway')).url;
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
    workers = [];
  });

  const startWorker = async (settings: Record<string, string> = {}) => {
    const worker = await rig().start('worker', settings);
    workers.push(worker);
    return worker;
  };

  it.each([
    'records.outbox.lease:after:kill',
    'language.segment:after:kill',
    'language.judge:after:kill',
    'language.resolveDates:after:kill',
    'records.ingests.saveCandidates:after:kill',
    'records.transaction:before:kill',
    'records.transaction:after:kill',
    'embedder.embed:after:kill',
    'index.apply:before:kill',
    'index.apply:after:kill',
    'records.memories.markIndexed:before:kill',
    'records.memories.markIndexed:after:kill',
  ])(
    'at %s, twice while it holds a job, and a third one finishes it',
    async (failpoint) => {
      const api = createApi(url);
      const traceId = await accept(api, 'Ann lives in Turku.');
      expect(await deathOf(startWorker({ FAILPOINT: failpoint }))).toBe('SIGKILL');
      const second = startWorker({ FAILPOINT: failpoint });
      // Killed late, the first worker has left nothing to do, and the second lives on.
      await Promise.race([deathOf(second), expectHealed([historyOf(api)], rig())]);
      await second.then((worker) => worker.kill('SIGKILL'), diedEarly);
      await startWorker();
      const done = await finishedIngest(api, traceId);
      expect(done.summary.candidates).toBe(1);
      expect((await listAll(api)).map(({ content }) => content)).toEqual(['Ann lives in Turku.']);
      await expectHealed([historyOf(api)], rig());
    },
    120_000,
  );

  it('eight times over while many texts are read: none of them is a dead letter', async () => {
    const api = createApi(url);
    const texts = Array.from({ length: 24 }, (_, place) => `Ann has ${place + 2} lamps in room ${place}.`);
    const traces: string[] = [];
    for (const text of texts) traces.push(await accept(api, text));
    for (let kills = 0; kills < 8; kills += 1) {
      // The worker dies at the commit of some text, with others under way.
      const dying = startWorker({ FAILPOINT: `records.transaction:before:kill:${1 + (kills % 4)}` });
      expect(await deathOf(dying)).toBe('SIGKILL');
    }
    await startWorker();
    for (const trace of traces) expect((await finishedIngest(api, trace, 120_000)).status).toBe('done');
    expect((await api.get('/admin/dead-letters')).body.data.total).toBe(0);
  }, 600_000);
});

describe('a worker', () => {
  const rig = useRig();

  it('that stands still and wakes up after another took its job: the job has one effect', async () => {
    const { start } = rig();
    const api = createApi((await start('gateway')).url);
    const sleeper = await start('worker', { FAILPOINT: 'records.transaction:before:hang' });
    const traceId = await accept(api, 'Ann lives in Turku.');
    await untilHeld(sleeper);
    sleeper.pause();
    await start('worker');
    const done = await finishedIngest(api, traceId, 60_000);
    sleeper.resume();
    expect(done.summary).toEqual({ candidates: 1, accepted: 1, rejected: 0 });
    expect(await total(api)).toBe(1);
  });

  it('gives its jobs back when it is stopped in the midst of them', async () => {
    const { start } = rig();
    const lease = { JOB_LEASE_SECONDS: '600' };
    const api = createApi((await start('gateway', lease)).url);
    const busy = await start('worker', {
      ...lease,
      STOP_TIMEOUT_SECONDS: '0.5',
      FAILPOINT: 'records.transaction:before:hang',
    });
    const traceId = await accept(api, 'Ann lives in Turku.');
    await untilHeld(busy);
    expect(await busy.kill('SIGTERM')).toBe(0);
    await start('worker', lease);
    expect((await finishedIngest(api, traceId)).summary.accepted).toBe(1);
  });
});

describe('kill -9 of a gateway', () => {
  const rig = useRig('suite');

  /** Stands beside those that are killed. */
  let other: string;
  beforeAll(async () => {
    const [gateway] = await Promise.all([rig().start('gateway'), rig().start('worker')]);
    other = gateway.url;
  });

  it.each([
    'records.transaction:after:kill:20',
    'queue.enqueue:before:kill:6',
    'queue.enqueue:after:kill:6',
    'index.apply:after:kill:8',
  ])(
    'at %s loses nothing that was answered',
    async (failpoint) => {
      const doomed = await rig().start('gateway', { FAILPOINT: failpoint });
      const history = historyOf(createApi(doomed.url));
      const stop = startWorkload([history], createRandom(7));
      expect(await doomed.exited).toBe('SIGKILL');
      await stop();
      const after = { ...history, api: createApi(other, history.api.tenant) };
      await expectHealed([after], rig());
      await expectWhole(after);
    },
    120_000,
  );
});
