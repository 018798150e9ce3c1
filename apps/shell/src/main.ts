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
/** True when whoever takes the output has gone, as after `| head`. */
let isLeft = false;

const shell: Shell = {
  process: {
    stdout,
    stderr: {
      write: (text) => void (isLeft || stderr.write(text)),
      getColorDepth: () => (stderr.isTTY ? stderr.getColorDepth() : 1),
    },
  },
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
stdout.on('error', () => {
  isLeft = true;
  stop.abort();
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
process.exitCode = isLeft ? codeOf('done') : ended || codeOf(ending);
