import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../apps/gateway/dist/main.js', import.meta.url));

export interface GatewayProcess {
  url: string;
  pid: number;
  /** Everything it wrote, standard output and error. */
  output(): string;
  /** Resolves with the exit code, or with the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export interface GatewayOptions {
  /** Data folder. */
  folder: string;
  settings?: Record<string, string>;
  /** Given each line that it writes. */
  onLine?: (line: string) => void;
}

const START_DEADLINE = 60_000;

const urlOf = (line: string): string | null => {
  if (!line.includes('"listening"')) return null;
  return (JSON.parse(line) as { url?: string }).url ?? null;
};

const waitForUrl = (child: ChildProcess, lines: string[], onLine: (line: string) => void) =>
  new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not listening in time:\n${lines.join('\n')}`)), START_DEADLINE);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}:\n${lines.join('\n')}`));
    });
    const read = (line: string) => {
      lines.push(line);
      onLine(line);
      const url = urlOf(line);
      if (url === null) return;
      clearTimeout(timer);
      resolve(url);
    };
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read);
  });

/** Starts a real gateway on a free port. Rejects with its output when it does not come up. */
export async function startGatewayProcess({
  folder,
  settings = {},
  onLine = () => undefined,
}: GatewayOptions): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: '/usr/bin:/bin', PORT: '0', HIPPOCAMP_DATA: folder, CHECK_ANSWERS: 'true', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? -1));
  });
  const lines: string[] = [];
  const url = await waitForUrl(child, lines, onLine);
  return {
    url,
    pid: child.pid ?? -1,
    output: () => lines.join('\n'),
    exited,
    kill(signal) {
      child.kill(signal);
      return exited;
    },
  };
}
