import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Probe {
  url: string;
  headers: Record<string, string>;
  /** ms. */
  every: number;
  body?: string;
}

/** ms. */
export interface Times {
  longest: number;
  p95: number;
}

/** ms that the slowest answer of a period took; `p95` holds the 95th percentiles. */
export interface Longest {
  livez: number;
  memory: number;
  /** A server that does nothing, asked at the same time. */
  control: number;
  p95: { memory: number; control: number; ingest: number | undefined };
}

export interface Watch {
  /** Rejects when the service answers neither 200 nor 202. */
  during(work: () => Promise<void>): Promise<Longest>;
  close(): void;
}

// The programs are taken from `dist`, since Node runs them whether this file is built or not.
const program = (name: string) => fork(new URL(`../../dist/attacks/${name}.js`, import.meta.url));

const hear = async <Message>(child: ChildProcess): Promise<Message> => {
  const [message] = await once(child, 'message');
  return message as Message;
};

interface Watched {
  url: string;
  tenant: string;
  path: string;
  ingests: boolean;
}

export async function startWatch({ url, tenant, path, ingests }: Watched): Promise<Watch> {
  const server = program('control-program');
  const control = await hear<{ url: string }>(server);
  const watcher = program('watch-program');
  const headers = { 'x-tenant-id': tenant };
  const body = JSON.stringify({ content: 'Ann keeps bees.', source: 'note' });
  const ingest = {
    url: `${url}/ingest`,
    headers: { ...headers, 'content-type': 'application/json' },
    every: 100,
    body,
  };
  const probes: Probe[] = [
    { url: `${url}/livez`, headers: {}, every: 5 },
    { url: url + path, headers, every: 20 },
    { url: control.url, headers: {}, every: 5 },
    ...(ingests ? [ingest] : []),
  ];
  watcher.send({ probes });
  return {
    async during(work) {
      watcher.send('begin');
      await hear(watcher);
      await work();
      watcher.send('end');
      const said = await hear<{ times?: Times[]; failure?: string }>(watcher);
      if (said.failure !== undefined) throw new Error(`it did not answer while it was attacked: ${said.failure}`);
      const none = { longest: 0, p95: 0 };
      const [livez = none, memory = none, beside = none, ingested] = said.times ?? [];
      return {
        ...{ livez: livez.longest, memory: memory.longest, control: beside.longest },
        p95: { memory: memory.p95, control: beside.p95, ingest: ingested?.p95 },
      };
    },
    close() {
      for (const child of [watcher, server]) child.disconnect();
    },
  };
}
