/** @module-tag long */
import { Agent, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ServiceProcess } from '../service-process.js';
import { waitUntil } from '../wait-until.js';
import { useRig } from './rig.js';

const rig = useRig();

/** s. It must not end while the machine that looks at it stands still. */
const DRAIN = '6';
const SENDERS = 6;

const statusOf = (url: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const headers = { 'x-tenant-id': 'drain' };
    request(url, { agent, headers, timeout: 10_000 }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Sends to the gateways that say they are ready, like a balancer that asks every 100 ms and keeps its connections. */
const startBalancer = (gateways: () => readonly ServiceProcess[]) => {
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
  const outcomes = new Map<string, number>();
  let ready: string[] = [];
  let stopped = false;
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const look = async () => {
    const asked = gateways().map(async ({ url }) => {
      const status = await statusOf(`${url}/readyz`, agent).catch(() => 0);
      return status === 200 ? [url] : [];
    });
    ready = (await Promise.all(asked)).flat();
    return stopped;
  };
  const watching = waitUntil('the balancer is stopped', look, { deadline: 120_000, every: 100 });
  const sender = async (turn: number) => {
    for (let sent = turn; !stopped; sent += 1) {
      const url = ready[sent % ready.length];
      if (url)
        note(await statusOf(`${url}/memories?limit=1`, agent).then(String, (error) => String(error.code ?? error)));
      // Without a rest the senders would take the processor from the gateway that starts.
      await pause(10);
    }
  };
  const senders = Array.from({ length: SENDERS }, (_, turn) => sender(turn));
  return {
    ready: () => ready,
    outcomes,
    async stop() {
      stopped = true;
      await Promise.all([...senders, watching]);
      agent.destroy();
    },
  };
};

describe('a rolling restart of both gateways under load', () => {
  it('resets no request, and refuses none', async () => {
    const start = () => rig().start('gateway', { DRAIN_SECONDS: DRAIN });
    let gateways = await Promise.all([start(), start()]);
    const balancer = startBalancer(() => gateways);
    const bothReady = () => waitUntil('both are ready', () => balancer.ready().length === 2);
    try {
      for (let round = 0; round < 2; round += 1) {
        await bothReady();
        const [old, other] = gateways;
        if (!old || !other) throw new Error('there were two');
        const ended = old.kill('SIGTERM');
        await waitUntil('it says that it is not ready', async () => {
          const answer = await fetch(`${old.url}/readyz`);
          return answer.status === 503 && answer.headers.get('connection') === 'close';
        });
        expect(await ended).toBe(0);
        gateways = [other, await start()];
      }
      await bothReady();
    } finally {
      await balancer.stop();
    }
    expect([...balancer.outcomes.keys()]).toEqual(['200']);
    expect(balancer.outcomes.get('200')).toBeGreaterThan(100);
  });
});
