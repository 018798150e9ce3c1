import { parentPort, workerData } from 'node:worker_threads';
import { createClient } from '../measure/client.js';
import { openLoop } from '../measure/open-loop.js';
import { createAsk } from '../parts/ask.js';
import type { FloodOrder } from '../parts/flood.js';

const { url, size, rate, seconds } = workerData as FloodOrder;
const client = createClient(url);
const sample = await openLoop(createAsk(client, { size, seed: 5 }), rate, seconds);
client.close();
parentPort?.postMessage(sample);
