import { readClientSettings } from '@hippocamp/runtime/client-settings';
import { version } from '@hippocamp/runtime/version';
import { ExitCode, proposeCompletions, run } from '@stricli/core';
import { createApp } from './app.js';
import { codeOf, type Outcome } from './exit-codes.js';
import type { Shell } from './shell.js';
import { unwritable } from './text/unwritable.js';

const usage: readonly number[] = [ExitCode.InvalidArgument, ExitCode.UnknownCommand];

const { stdin, stdout, stderr } = process;
const stop = new AbortController();
let ending: Outcome = 'done';
/** Why the output is taken no more. */
let lost: NodeJS.ErrnoException | undefined;
/** Whoever took the output has gone, as after `| head`. Windows says EOF. */
const hasLeft = ({ code = '' }: NodeJS.ErrnoException): boolean => ['EPIPE', 'EOF'].includes(code);

const interrupt = () => {
  if (stop.signal.aborted) process.exit(codeOf('interrupted'));
  stop.abort();
};

const shell: Shell = {
  process: {
    stdout,
    stderr: {
      write: (text) => void (lost || stderr.write(text)),
      getColorDepth: () => (stderr.isTTY ? stderr.getColorDepth() : 1),
    },
  },
  input: stdin,
  output: stdout,
  aside: stderr,
  settings: readClientSettings,
  signal: stop.signal,
  endInOrder() {
    for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt);
  },
  end(outcome) {
    ending = outcome;
  },
};

process.on('SIGINT', interrupt);
stdout.on('error', (error) => {
  lost ??= error;
  stop.abort();
});
// The error of a last write comes when the command has ended.
process.once('exit', () => {
  if (!lost) return;
  process.exitCode = codeOf(hasLeft(lost) ? 'done' : 'failed');
  if (!hasLeft(lost)) stderr.write(`hippocamp: ${unwritable('The output', lost).message}\n`);
});

const app = createApp(version);
const [command, separator, ...words] = process.argv.slice(2);

async function complete(): Promise<void> {
  for (const { completion, brief } of await proposeCompletions(app, words, shell))
    stdout.write(`${completion}\t${brief}\n`);
}

await (command === 'complete' && separator === '--' ? complete() : run(app, process.argv.slice(2), shell));
const code = Number(shell.process.exitCode ?? 0);
const ended = usage.includes(code) ? codeOf('usage') : Math.abs(code);
process.exitCode = ended || codeOf(ending);
