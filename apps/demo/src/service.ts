import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface RunningService {
  url: string;
  own: boolean;
  stop(): Promise<void>;
}

const gateway = fileURLToPath(new URL('../../gateway/dist/main.js', import.meta.url));

const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(1000) });
    return response.ok && ((await response.json()) as { status?: string }).status === 'live';
  } catch {
    return false;
  }
};

const start = async (): Promise<RunningService> => {
  const folder = await mkdtemp(join(tmpdir(), 'hippocamp-demo-'));
  const child = spawn(process.execPath, [gateway], {
    env: { PORT: '0', HIPPOCAMP_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The service ended with code ${code} before it listened.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"listening"')) resolve((JSON.parse(line) as { url: string }).url);
    });
  });
  return {
    url,
    own: true,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Starts a service on a free port and in a temporary folder when none answers at `url`. */
export const findOrStart = async (url: string): Promise<RunningService> =>
  (await answers(url)) ? { url, own: false, stop: async () => undefined } : start();
