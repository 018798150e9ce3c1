import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Probe, Times } from './watch.js';

/** It runs in a process of its own, so that the attacker's work does not delay the questions. */
const agent = new Agent({ keepAlive: true });
const DEADLINE = 60_000;

const ask = ({ url, headers, body }: Probe) =>
  new Promise<void>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const outgoing = request(url, { agent, method, headers }, (incoming) => {
      const { statusCode = 0 } = incoming;
      incoming.on('error', reject);
      // 202 is the answer to a text that is not read yet.
      incoming.on('end', () =>
        statusCode === 200 || statusCode === 202 ? resolve() : reject(new Error(`${statusCode}`)),
      );
      incoming.resume();
    });
    outgoing.setTimeout(DEADLINE, () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });

let watching = false;

/** An answer that is still awaited when the period ends belongs to it. */
async function follow(probe: Probe): Promise<Times> {
  const times: number[] = [];
  while (watching) {
    const start = performance.now();
    await ask(probe);
    times.push(performance.now() - start);
    await pause(probe.every);
  }
  times.sort((one, other) => one - other);
  return { longest: times.at(-1) ?? 0, p95: times[Math.ceil(times.length * 0.95) - 1] ?? 0 };
}

let probes: Probe[] = [];
let followed: Promise<Times[]> = Promise.resolve([]);

process.on('message', (message: { probes: Probe[] } | 'begin' | 'end') => {
  if (message === 'begin') {
    watching = true;
    followed = Promise.all(probes.map(follow));
    followed.then(
      () => undefined,
      () => undefined,
    );
    process.send?.('begun');
  } else if (message === 'end') {
    watching = false;
    followed.then(
      (times) => process.send?.({ times }),
      (error: unknown) => process.send?.({ failure: String(error) }),
    );
  } else probes = message.probes;
});
process.once('disconnect', () => process.exit(0));
