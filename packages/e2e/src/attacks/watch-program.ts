import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Probe } from './watch.js';

/**
 * Asks a service again and again, in a process of its own, so that nothing which the attacker does delays it. Its parent says
 * which addresses to ask, begins and ends a period, and is told the longest time that each took to answer in it.
 */
const agent = new Agent({ keepAlive: true });
const DEADLINE = 60_000;

const ask = ({ url, headers }: Probe) =>
  new Promise<void>((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (incoming) => {
      incoming.on('error', reject);
      incoming.on('end', () => (incoming.statusCode === 200 ? resolve() : reject(new Error(`${incoming.statusCode}`))));
      incoming.resume();
    });
    outgoing.setTimeout(DEADLINE, () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', reject);
    outgoing.end();
  });

let watching = false;

/** ms: the longest of the period. An answer that is awaited when the period ends belongs to it. */
async function follow(probe: Probe): Promise<number> {
  let longest = 0;
  while (watching) {
    const start = performance.now();
    await ask(probe);
    longest = Math.max(longest, performance.now() - start);
    await pause(probe.every);
  }
  return longest;
}

let probes: Probe[] = [];
let followed: Promise<number[]> = Promise.resolve([]);

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
      (longest) => process.send?.({ longest }),
      (error: unknown) => process.send?.({ failure: String(error) }),
    );
  } else probes = message.probes;
});
process.once('disconnect', () => process.exit(0));
