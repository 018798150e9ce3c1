import { runOnceOnly } from '@hippocamp/runtime/program';
import { readSettings } from '@hippocamp/runtime/settings';
import { treatDeadLetters } from '@hippocamp/runtime/treat-dead-letters';

runOnceOnly(() =>
  treatDeadLetters(readSettings(), process.argv.slice(2), (line) => void process.stdout.write(`${line}\n`)),
);
