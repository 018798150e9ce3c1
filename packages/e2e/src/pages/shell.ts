import { spawn } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../infra/compose-file.js';
import { BRIEF } from '../service-process.js';
import { files } from './treatments.js';

export interface Printed {
  code: number | null;
  output: string;
  /** Statuses that curl received, in order. */
  statuses: number[];
  stdout: string;
}

/** A folder to run a page's commands in; its service stands in for port 8080. */
export interface Shell {
  folder: string;
  run(command: string): Promise<Printed>;
  serve(command: string, greeting: string): Promise<string>;
  /** Puts the URL of the folder's service in place of port 8080. */
  here(text: string): string;
  /** Kills the commands that still run. */
  stop(): void;
}

interface Place {
  folder: string;
  url: string;
  settings: Record<string, string>;
}

/** curl writes the status of each answer to standard error. */
const CURLRC = 'write-out = "%{stderr}status %{http_code}\\n"\n';

const modules = fileURLToPath(new URL('node_modules', root));
const npm = fileURLToPath(new URL('packages/e2e/src/pages/npm-without-build.mjs', root));

const statusesIn = (text: string) => [...text.matchAll(/^status (\d{3})$/gm)].map(([, status]) => Number(status));

/** Not every machine has jq; this one reads a path of members. */
const JQ = `#!/bin/sh\nexec node -p 'JSON.parse(fs.readFileSync(0, "utf8"))'"$(echo "$*" | sed 's/^-r //; s/^\\.$//')"\n`;
const NPM = `#!/bin/sh\nexec node '${npm}' "$@"\n`;
const NODE = `#!/bin/sh\nexec '${process.execPath}' ${BRIEF.join(' ')} "$@"\n`;

const furnish = async (folder: string): Promise<string> => {
  const programs = join(folder, '.programs');
  await mkdir(programs, { recursive: true });
  for (const [name, text] of Object.entries({ npm: NPM, node: NODE, jq: JQ }))
    await writeFile(join(programs, name), text, { mode: 0o755 });
  await writeFile(join(folder, '.curlrc'), CURLRC);
  await symlink(modules, join(folder, 'node_modules'));
  for (const [path, from] of Object.entries(files))
    await cp(new URL(from, root), join(folder, path), { recursive: true });
  return programs;
};

export async function createShell({ folder, url, settings }: Place): Promise<Shell> {
  const programs = await furnish(folder);
  // biome-ignore lint/style/noProcessEnv: commands are found where whoever runs the tests finds them
  const path = [programs, join(modules, '.bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { PATH: path, HOME: folder, CURL_HOME: folder, NO_COLOR: '1', ...settings };
  const here = (text: string) => text.replaceAll(/(?:http:\/\/)?(?:localhost|127\.0\.0\.1):8080/g, url);
  const running = new Set<number>();
  const start = (command: string, more: Record<string, string> = {}) => {
    const child = spawn('bash', ['-c', `set -o pipefail; ${here(command)}`], {
      cwd: folder,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const { pid } = child;
    if (pid !== undefined) {
      running.add(pid);
      child.once('exit', () => running.delete(pid));
    }
    return child;
  };
  return {
    folder,
    here,
    stop() {
      for (const pid of running) process.kill(-pid, 'SIGKILL');
    },
    run: (command) =>
      new Promise((resolve, reject) => {
        const child = start(command);
        const [out, err]: [string[], string[]] = [[], []];
        child.stdout.on('data', (chunk) => out.push(String(chunk)));
        child.stderr.on('data', (chunk) => err.push(String(chunk)));
        child.once('error', reject);
        child.once('close', (code) => {
          const stdout = out.join('');
          resolve({ code, stdout, output: stdout + err.join(''), statuses: statusesIn(err.join('')) });
        });
      }),
    serve: (command, greeting) =>
      new Promise((resolve, reject) => {
        const child = start(command, { HIPPOCAMP_DATA: join(folder, 'served'), PORT: '0' });
        let output = '';
        const end = () => child.pid && process.kill(-child.pid, 'SIGTERM');
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk) => {
            const greeted = output.includes(greeting);
            output += String(chunk);
            if (!greeted && output.includes(greeting)) end();
          });
        child.once('error', reject);
        child.once('close', () => resolve(output));
      }),
  };
}
