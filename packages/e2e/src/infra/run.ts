import { spawn } from 'node:child_process';

export interface Ended {
  code: number | null;
  output: string;
}

export const run = (
  command: readonly string[],
  options: { cwd: string; env: Record<string, string | undefined> },
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const [program = '', ...rest] = command;
    const child = spawn(program, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
