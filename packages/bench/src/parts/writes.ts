import { generateMemories, take } from '../data/memories.js';
import { type Client, expectSuccess } from '../measure/client.js';
import { closedLoop, type Sample, type Send } from '../measure/closed-loop.js';
import type { Options } from '../options.js';
import type { Progress } from '../report/progress.js';
import { createNothing } from './ask.js';
import { createBodies, INGEST_LENGTH, ingestBodies } from './bodies.js';
import { BATCH, postBatch } from './fill.js';

export interface WriteCell {
  name: string;
  rows: number;
  sample: Sample;
  control: Sample;
}

const createOne = (client: Client, tenant: string): Send => {
  const next = createBodies(2);
  return async () => expectSuccess(await client.post('/memories', tenant, next()));
};

const createBatch = (client: Client, tenant: string): Send => {
  const memories = generateMemories(3, new Date());
  return async () => {
    const milliseconds = await postBatch(client, tenant, take(memories, BATCH));
    return { status: 200, text: '', milliseconds };
  };
};

const ingestOne = (client: Client, tenant: string): Send => {
  const next = ingestBodies(4);
  return async () => expectSuccess(await client.post('/ingest', tenant, next()));
};

/** The tenants are empty at first; each cell comes right after its control. */
export async function measureWrites(client: Client, options: Options, progress: Progress): Promise<WriteCell[]> {
  const { requests, seconds, passes } = options;
  const plans = [
    { name: 'POST /memories', rows: 1, connections: 1, send: createOne(client, 'bench-create-1') },
    { name: 'POST /memories', rows: 1, connections: 8, send: createOne(client, 'bench-create-8') },
    { name: `POST /memories/batch of ${BATCH}`, rows: BATCH, connections: 1, send: createBatch(client, 'bench-batch') },
    {
      name: `POST /ingest, ${INGEST_LENGTH} characters`,
      rows: 1,
      connections: 1,
      send: ingestOne(client, 'bench-ingest-1'),
    },
    {
      name: `POST /ingest, ${INGEST_LENGTH} characters`,
      rows: 1,
      connections: 8,
      send: ingestOne(client, 'bench-ingest-8'),
    },
  ];
  const cells: WriteCell[] = [];
  for (const { name, rows, connections, send } of plans) {
    const named = connections === 1 ? name : `${name}, ${connections} at once`;
    progress.say(`writes: ${named}`);
    const control = await closedLoop(createNothing(client), { connections, requests, seconds });
    const limits = { connections, requests: requests * passes * connections, seconds: seconds * passes };
    cells.push({ name: named, rows, control, sample: await closedLoop(send, limits) });
  }
  return cells;
}
