import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';

/** A Redis of this machine, started for a test; port and folder stay the same over a restart. */
export interface RedisServer {
  url: string;
  /** Stops it as an operator would. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** It keeps its connections and answers nothing, until `resume`. */
  pause(): void;
  resume(): void;
  /** Any command, such as `['flushall']`. */
  tell(command: readonly [string, ...string[]]): Promise<unknown>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

const run = promisify(execFile);

/** Whether the program is on the path. */
export const hasRedis = (): Promise<boolean> =>
  run('redis-server', ['--version']).then(
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

/** One command on a connection of its own, which is tried once. */
async function ask(url: string, [name, ...parameters]: readonly [string, ...string[]]): Promise<unknown> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: null });
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.call(name, ...parameters);
  } finally {
    client.disconnect();
  }
}

/** Its folder tells it from another Redis that was quicker to take the port. */
async function untilAnswers(url: string, server: ChildProcess, folder: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; ) {
    const said = await ask(url, ['config', 'get', 'dir']).then(String, () => '');
    if (said.endsWith(basename(folder))) return;
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('Redis did not start.');
    await setTimeout(20);
  }
}

const TRIES = 5;

/** Another process may be quicker to take a free port. */
export async function startRedisServer({ appendonly = false, port = 0 } = {}): Promise<RedisServer> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await startAt(port || (await freePort()), appendonly);
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

async function startAt(port: number, appendonly: boolean): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hippocamp-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const append = ['--appendonly', appendonly ? 'yes' : 'no', '--appendfsync', 'always'];
  let server: ChildProcess;

  const start = async () => {
    server = spawn('redis-server', [...flags, ...append], { stdio: 'ignore' });
    await untilAnswers(url, server, folder);
  };

  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };

  const close = async () => {
    await end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };

  await start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    tell: (command) => ask(url, command),
    close,
  };
}
