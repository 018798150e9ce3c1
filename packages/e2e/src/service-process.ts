import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Program = 'gateway' | 'worker';

const mainOf = (program: Program) => fileURLToPath(new URL(`../../../apps/${program}/dist/main.js`, import.meta.url));

const greeting: Record<Program, string> = { gateway: '"listening"', worker: '"working"' };

export interface ServiceProcess {
  url: string;
  pid: number;
  output(): string;
  /** Resolves with the exit code, or with the signal that ended it, once all lines of the output are there. */
  exited: Promise<number | NodeJS.Signals>;
  isRunning(): boolean;
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Stops the process until `resume`. */
  pause(): void;
  resume(): void;
}

/** ms; a start takes three seconds, and many times as long on a busy machine. */
const START_DEADLINE = 120_000;

/** V8 compiles hot WebAssembly a second time, which takes much of a start. With this, processes that end soon do not. */
export const BRIEF = ['--wasm-tiering-budget=1000000000'];

const urlOf = (line: string, program: Program): string | null => {
  if (!line.includes(greeting[program])) return null;
  return (JSON.parse(line) as { url?: string }).url ?? null;
};

const waitForUrl = (program: Program, child: ChildProcess, lines: string[], onLine: (line: string) => void) =>
  new Promise<string>((resolve, reject) => {
    const giveUp = () => {
      child.kill('SIGKILL');
      reject(new Error(`not up in time:\n${lines.join('\n')}`));
    };
    const timer = setTimeout(giveUp, START_DEADLINE);
    // Its last lines may come after its exit, and they are all there at its close.
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}:\n${lines.join('\n')}`));
    });
    const read = (line: string) => {
      lines.push(line);
      onLine(line);
      const url = urlOf(line, program);
      if (url === null) return;
      clearTimeout(timer);
      resolve(url);
    };
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read);
  });

/** Word vectors unless a test says otherwise, since loading the model adds a second to each start. */
const common = {
  PATH: '/usr/bin:/bin',
  PORT: '0',
  WORKER_PORT: '0',
  CHECK_ANSWERS: 'true',
  EMBEDDER: 'words',
  READER: 'none',
  // A text must not fail for want of processor time.
  READING_SECONDS: '60',
};

export interface StartOptions {
  onLine?: (line: string) => void;
  /** Arguments of Node, before the program. */
  arguments?: readonly string[];
  /** Folder of a control group, which the process is in from its first instruction on. */
  group?: string | undefined;
}

/** A shell enters the group and becomes the process, which keeps its id. */
const entering = (group: string) => ['/bin/sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group];

/** Starts a real process on a free port. Rejects with its output when it does not come up. */
export async function startServiceProcess(
  program: Program,
  settings: Record<string, string>,
  { onLine = () => undefined, arguments: flags = BRIEF, group }: StartOptions = {},
): Promise<ServiceProcess> {
  const before = group === undefined ? [] : entering(group);
  const [file = '', ...rest] = [...before, process.execPath, ...flags, mainOf(program)];
  const child = spawn(file, rest, { env: { ...common, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
  let running = true;
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', () => {
      running = false;
    });
    child.once('close', (code, signal) => resolve(code ?? signal ?? -1));
  });
  const lines: string[] = [];
  const url = await waitForUrl(program, child, lines, onLine);
  return {
    url,
    pid: child.pid ?? -1,
    output: () => lines.join('\n'),
    exited,
    isRunning: () => running,
    kill(signal) {
      child.kill(signal);
      return exited;
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}
