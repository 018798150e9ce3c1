// The task "dev" of an app: it runs the program, and starts it anew when the compiler has written it.
//   node tools/dev.mjs gateway|worker
// In turbo.json the gateway's task alone brings the compiler along: a task that ends takes those that came with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const [app] = process.argv.slice(2);
const main = `apps/${app}/dist/main.js`;

process.chdir(root);
// The environment counts more than the file.
if (existsSync('.env')) process.loadEnvFile('.env');

// biome-ignore lint/style/noProcessEnv: not part of the service
if (app === 'worker' && !process.env.REDIS_URL) {
  process.stdout.write(
    'Without DATABASE_URL, QDRANT_URL and REDIS_URL the gateway does the work itself: no worker is started.\n',
  );
  process.exit();
}

// Ctrl-C reaches a whole process group, and a program that is told twice to stop does so at once.
const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', main], {
  stdio: 'inherit',
  detached: true,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 1));
