import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** What is asked again and again. */
export interface Probe {
  url: string;
  headers: Record<string, string>;
  /** ms between an answer and the next question. */
  every: number;
}

/** ms that the slowest answer of a period took. */
export interface Longest {
  livez: number;
  /** A memory of another tenant, by its id. */
  memory: number;
  /** A server that does nothing, asked at the same time. */
  control: number;
}

export interface Watch {
  /** Watches while `work` goes on. Rejects when the service does not answer 200. */
  during(work: () => Promise<void>): Promise<Longest>;
  close(): void;
}

// Programs of Node's own: this file may be run as it is written or as it is built.
const program = (name: string) => fork(new URL(`../../dist/attacks/${name}.js`, import.meta.url));

const hear = async <Message>(child: ChildProcess): Promise<Message> => {
  const [message] = await once(child, 'message');
  return message as Message;
};

interface Watched {
  url: string;
  /** Whose memory is read, and where. */
  tenant: string;
  path: string;
}

/** Watches a service from processes of their own. */
export async function startWatch({ url, tenant, path }: Watched): Promise<Watch> {
  const server = program('control-program');
  const control = await hear<{ url: string }>(server);
  const watcher = program('watch-program');
  const probes: Probe[] = [
    { url: `${url}/livez`, headers: {}, every: 5 },
    { url: url + path, headers: { 'x-tenant-id': tenant }, every: 20 },
    { url: control.url, headers: {}, every: 5 },
  ];
  watcher.send({ probes });
  return {
    async during(work) {
      watcher.send('begin');
      await hear(watcher);
      await work();
      watcher.send('end');
      const said = await hear<{ longest?: number[]; failure?: string }>(watcher);
      if (said.failure !== undefined) throw new Error(`it did not answer while it was attacked: ${said.failure}`);
      const [livez = 0, memory = 0, beside = 0] = said.longest ?? [];
      return { livez, memory, control: beside };
    },
    close() {
      for (const child of [watcher, server]) child.disconnect();
    },
  };
}
