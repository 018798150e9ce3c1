import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BRIEF } from './service-process.js';

export const shellProgram = fileURLToPath(new URL('../../../apps/shell/bin/hippocamp.mjs', import.meta.url));

export interface Ended {
  code: number | NodeJS.Signals;
  out: string;
  aside: string;
}

export interface ShellProcess {
  ended: Promise<Ended>;
  out(): string;
  kill(signal: NodeJS.Signals): void;
}

/** `output` is the descriptor of a file, in place of a pipe. */
export function startShell(
  args: readonly string[],
  settings: Record<string, string> = {},
  input = '',
  output?: number,
): ShellProcess {
  const child = spawn(process.execPath, [...BRIEF, shellProgram, ...args], {
    stdio: ['pipe', output ?? 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', PORT: '0', EMBEDDER: 'words', READER: 'none', READING_SECONDS: '60', ...settings },
  });
  let out = '';
  let aside = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    aside += text;
  });
  // A command that reads no input may end before it is written.
  child.stdin?.on('error', () => undefined).end(input);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? -1, out, aside }));
  });
  return { ended, out: () => out, kill: (signal) => void child.kill(signal) };
}

export const runShell = (...given: Parameters<typeof startShell>): Promise<Ended> => startShell(...given).ended;
