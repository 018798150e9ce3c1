// What the threads of the tests run.
const keep = [];

import { setTimeout } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

if (workerData?.starting) await setTimeout(workerData.starting);

function work({ what, text, gate }) {
  if (gate) Atomics.wait(gate, 0, 0);
  if (what === 'echo') return text;
  if (what === 'fail') throw new Error('it failed');
  // A regular expression that takes longer than the universe is old, as no line of script would be.
  if (what === 'hang') return /^(?:a+)+$/.test(`${'a'.repeat(60)}!`);
  for (;;) keep.push(new Array(100_000).fill(keep.length));
}

export function answer({ startedAt, task }) {
  startedAt[0] = Date.now();
  return work(task);
}
