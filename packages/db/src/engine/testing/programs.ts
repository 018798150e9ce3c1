import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program of this folder in a process of its own, told and heard line by line. */
export interface Program {
  process: ChildProcess;
  /** Null once it has ended. */
  line(): Promise<string | null>;
  tell(text: string): void;
  kill(): Promise<void>;
}

export function startProgram(name: 'crash-writer' | 'lock-holder', ...parameters: string[]): Program {
  const path = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [path, ...parameters], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    async line() {
      const { value, done } = await lines.next();
      return done ? null : value;
    },
    tell: (text) => child.stdin.write(`${text}\n`),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
