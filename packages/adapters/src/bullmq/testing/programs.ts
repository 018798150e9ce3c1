import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The lone worker in its process, heard line by line. */
export interface LoneWorker {
  process: ChildProcess;
  /** The lines that it has printed so far. */
  said: string[];
  /** Lets it end one thing it has begun. */
  tell(): void;
  kill(): Promise<void>;
}

export function startLoneWorker(task: 'jobs' | 'rounds', url: string, prefix: string): LoneWorker {
  const path = fileURLToPath(new URL('./lone-worker.js', import.meta.url));
  const child = spawn(process.execPath, [path, url, prefix, task], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  return {
    process: child,
    said,
    tell: () => void child.stdin.write('go\n'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
