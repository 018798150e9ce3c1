import { buildCommand } from '@stricli/core';
import { connected } from '../connection/connect.js';
import { type ConnectionFlags, connectionAliases, connectionFlags } from '../connection/flags.js';
import { createPrinter, type Style } from '../output/printer.js';
import type { Shell } from '../shell.js';

interface Flags extends ConnectionFlags {
  dryRun: boolean;
}

const columns = [
  { title: 'action' },
  { title: 'from' },
  { title: 'to' },
  { title: 'why', grows: true },
  { title: 'memory' },
] as const;
const styles: Record<number, Style> = { 0: 'yellow', 1: 'magenta', 2: 'magenta', 4: 'dim' };

async function lifecycle(this: Shell, flags: Flags) {
  const printer = createPrinter(this, flags.json);
  const { dryRun } = flags;
  const answer = await connected(this, flags, ({ client }) =>
    client.lifecycle.runAndWait({ dryRun, triggeredBy: 'shell' }, { signal: this.signal }),
  );
  if (printer.json) return printer.print(answer);
  const rows = answer.details.map(({ action, fromTier, toTier, reason, memoryId }) => [
    action,
    fromTier,
    toTier ?? '-',
    reason,
    memoryId,
  ]);
  if (rows.length > 0) printer.table(columns, rows, styles);
  const { durationMs: _, ...counts } = answer.summary;
  const summary = Object.entries(counts).map(([action, count]) => `${count} ${action}`);
  printer.note(`${summary.join(', ')}.${dryRun ? ' Nothing is changed: this was a dry run.' : ''}`);
  for (const { memoryId, message } of answer.errors) printer.note(`${memoryId}: ${message}`);
  if (answer.errors.length > 0) this.end('partly');
}

export const lifecycleCommand = buildCommand({
  func: lifecycle,
  parameters: {
    flags: {
      dryRun: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Shows what a run would do, and changes nothing',
      },
      ...connectionFlags,
    },
    aliases: connectionAliases,
  },
  docs: {
    brief: 'Age the memories: promote, distil, expire, archive',
    fullDescription: [
      'Runs the lifecycle of a tenant now; the service does the same by its schedule.',
      '',
      '  hippocamp lifecycle --dry-run',
      '  hippocamp lifecycle --dry-run | jq .summary',
    ].join('\n'),
  },
});
