import { argv, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { createBullQueue } from '../bull-queue.js';

/** A worker in a process of its own: says what it begins, ends it when told, and says that; meant to be killed. */
const [url = '', prefix = '', task = ''] = argv.slice(2);
const say = (word: string, what: string) => void stdout.write(`${word} ${what}\n`);
const log = { info: () => {}, warn: () => {}, error: () => {} };
const orders = createInterface({ input: stdin })[Symbol.asyncIterator]();
const queue = createBullQueue({ url, prefix, window: 100, log });

const untilTold = async (what: string) => {
  say('begun', what);
  await orders.next();
  say('ended', what);
};

if (task === 'jobs') queue.work('ingest', ({ ref }) => untilTold(ref), { concurrency: 1 });
else queue.schedule('lifecycle', 100, () => untilTold('a round'));
