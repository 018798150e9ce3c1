import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** A PostgreSQL server of this machine, started for a test in a folder of its own. */
export interface TestServer {
  url: string;
  /** Every process of it stands still, its sockets open, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Down at once, as when the power goes; `start` brings it up again with what was committed. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Runs a statement as an operator, by default in the database `postgres`. */
  tell(statement: string, database?: string): Promise<void>;
  /** For good. */
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** Whether the programs are on the path. */
export const hasPostgres = (): Promise<boolean> =>
  Promise.all([run('initdb', ['--version']), run('postgres', ['--version'])]).then(
    () => true,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** The server refuses to run as root, so root lends it another user. */
async function ownerOf(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

/** Null where nobody answers. Its folder tells it from another server that was quicker to take the port. */
async function folderOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  const answers = await client.connect().then(
    () => true,
    () => false,
  );
  if (!answers) return null;
  const asked = client.query<{ data: string }>("select current_setting('data_directory') as data");
  const { rows } = await asked.finally(() => client.end());
  return rows[0]?.data ?? null;
}

async function untilAnswers(url: string, server: ChildProcess, data: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; ) {
    if ((await folderOf(url)) === data) return;
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('PostgreSQL did not start.');
    await setTimeout(50);
  }
}

async function createFolder(owner: { uid?: number; gid?: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hippocamp-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
  return folder;
}

/** The processes that the server made. */
async function childrenOf({ pid }: ChildProcess): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

/** The server first: once it stands still it makes no more. */
async function signal(server: ChildProcess, name: NodeJS.Signals): Promise<void> {
  server.kill(name);
  for (const pid of await childrenOf(server)) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended since.
    }
  }
}

async function end(server: ChildProcess, name: NodeJS.Signals): Promise<void> {
  const ended = once(server, 'exit');
  server.kill(name);
  await ended;
}

const TRIES = 5;

/** Its time zone is far from UTC, so that a forgotten one shows. */
export async function startTestServer(...settings: string[]): Promise<TestServer> {
  // Another process may be quicker to take a free port.
  for (let left = TRIES; ; left -= 1) {
    try {
      return await startAt(await freePort(), settings);
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

async function startAt(port: number, settings: readonly string[]): Promise<TestServer> {
  const owner = await ownerOf();
  const folder = await createFolder(owner);
  const data = join(folder, 'data');
  const options = { ...owner, cwd: folder };
  await run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'], options);
  const given = ['timezone=Asia/Tokyo', ...settings].flatMap((setting) => ['-c', setting]);
  const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F', ...given];
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const server = spawn('postgres', flags, { ...options, stdio: 'ignore' });
    await untilAnswers(url, server, data).catch(async (error: unknown) => {
      if (server.exitCode === null) await end(server, 'SIGQUIT');
      throw error;
    });
    return server;
  };
  const remove = () => rm(folder, { recursive: true, force: true });
  let server = await start().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    url,
    freeze: () => signal(server, 'SIGSTOP'),
    thaw: () => signal(server, 'SIGCONT'),
    crash: () => end(server, 'SIGQUIT'),
    async start() {
      server = await start();
    },
    async tell(statement, database = 'postgres') {
      const client = new pg.Client({ connectionString: new URL(`/${database}`, url).href });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    },
    async stop() {
      if (server.exitCode === null) await end(server, 'SIGINT');
      await remove();
    },
  };
}
