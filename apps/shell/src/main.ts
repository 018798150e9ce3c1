import { readClientSettings } from '@hippocamp/runtime/client-settings';
import { version } from '@hippocamp/runtime/version';
import { ExitCode, proposeCompletions, run } from '@stricli/core';
import { createApp } from './app.js';
import { codeOf, type Outcome } from './exit-codes.js';
import type { Shell } from './shell.js';

const usage: readonly number[] = [ExitCode.InvalidArgument, ExitCode.UnknownCommand];

const { stdin, stdout, stderr } = process;
const stop = new AbortController();
let ending: Outcome = 'done';

const shell: Shell = {
  process: { stdout, stderr },
  input: stdin,
  output: stdout,
  aside: stderr,
  settings: readClientSettings,
  signal: stop.signal,
  end(outcome) {
    ending = outcome;
  },
};

process.on('SIGINT', () => {
  if (stop.signal.aborted) process.exit(codeOf('interrupted'));
  stop.abort();
});
// Whoever reads the output may have enough of it: `| head`.
stdout.on('error', () => process.exit(0));

const app = createApp(version);
const [command, separator, ...words] = process.argv.slice(2);

/** Asked by the scripts of `hippocamp completion`. */
async function complete(): Promise<void> {
  for (const { completion, brief } of await proposeCompletions(app, words, shell))
    stdout.write(`${completion}\t${brief}\n`);
}

await (command === 'complete' && separator === '--' ? complete() : run(app, process.argv.slice(2), shell));
const code = Number(shell.process.exitCode ?? 0);
process.exitCode = usage.includes(code) ? codeOf('usage') : code === 0 ? codeOf(ending) : Math.abs(code);
