import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atExit } from './at-exit.js';
import { temporaryFolder } from './temporary-folder.js';

export interface Child {
  pid: number;
  /** The URL in its log line with `"listening"`, or `"working"` for a worker. */
  url: string;
  /** ms from the spawn until `isReady`. */
  startTime: number;
  stop(): Promise<void>;
}

export interface Start {
  script: URL;
  arguments?: string[];
  environment?: Record<string, string>;
  isReady?: (url: string) => Promise<boolean>;
}

const DEADLINE = 120_000;
const POLL = 2;

const listeningUrl = (log: string): string | null => {
  const line = readFileSync(log, 'utf8')
    .split('\n')
    .slice(0, -1)
    .find((each) => each.includes('"listening"') || each.includes('"working"'));
  return line === undefined ? null : ((JSON.parse(line) as { url?: string }).url ?? null);
};

async function poll<Value>(child: ChildProcess, log: string, attempt: () => Promise<Value | null>): Promise<Value> {
  const end = performance.now() + DEADLINE;
  for (;;) {
    const value = await attempt();
    if (value !== null) return value;
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`it did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`);
    }
    await sleep(POLL);
  }
}

const stopper = (child: ChildProcess, log: string) => {
  const keep = atExit(() => child.kill('SIGKILL'));
  let stopping = false;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      keep();
      if (!stopping)
        process.stderr.write(`a process ended (${signal ?? code}):\n${readFileSync(log, 'utf8').slice(-2000)}\n`);
      resolve();
    });
  });
  return () => {
    stopping = true;
    child.kill('SIGTERM');
    return exited;
  };
};

/** The output goes to a file, so that reading it costs the client nothing. */
export async function startProcess({ script, arguments: rest = [], environment = {}, isReady }: Start): Promise<Child> {
  const log = join(temporaryFolder(), 'output.log');
  const output = openSync(log, 'w');
  const start = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(script), ...rest], {
    env: environment,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const stop = stopper(child, log);
  const url = await poll(child, log, async () => listeningUrl(log));
  if (isReady) await poll(child, log, async () => ((await isReady(url).catch(() => false)) ? true : null));
  return { pid: child.pid ?? -1, url, startTime: performance.now() - start, stop };
}
