import { ownOf } from '@hippocamp/shared/own';
import { buildCommand } from '@stricli/core';
import { connected, ownerOf } from '../connection/connect.js';
import {
  type ConnectionFlags,
  connectionAliases,
  connectionFlags,
  type OwnerFlags,
  ownerFlags,
} from '../connection/flags.js';
import { createPrinter, type Style, seenText } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { asText, words } from './words.js';

type Flags = ConnectionFlags & OwnerFlags;

const styles: Record<string, Style> = { supported: 'green', refuted: 'red', conflicting: 'yellow' };

async function check(this: Shell, flags: Flags, ...text: string[]) {
  const printer = createPrinter(this, flags.json);
  const answer = await connected(this, flags, ({ client }) =>
    client.validate({ claim: asText(text), ...ownerOf(this, flags) }, { signal: this.signal }),
  );
  if (printer.json) return printer.print(answer);
  const { verdict, confidence, reasons, evidence } = answer;
  const said = printer.paint(ownOf(styles, verdict) ?? 'dim', seenText(verdict).replaceAll('_', ' '));
  printer.say(`${said} (confidence ${confidence.toFixed(2)}; ${seenText(reasons.join(', ')).replaceAll('_', ' ')})`);
  const decisive = evidence.filter(({ stance }) => stance !== 'neutral');
  if (decisive.length === 0) return printer.note('No memory speaks for it or against it.');
  const rows = decisive.map(({ stance, memory, status }) => [stance, status, memory.content, memory.id]);
  const columns = [
    { title: 'stance' },
    { title: 'status' },
    { title: 'memory', grows: true },
    { title: 'id' },
  ] as const;
  printer.table(columns, rows, { 0: 'cyan', 1: 'dim', 3: 'dim' });
}

export const checkCommand = buildCommand({
  func: check,
  parameters: {
    flags: { ...ownerFlags, ...connectionFlags },
    aliases: connectionAliases,
    positional: words('What is claimed', 'claim'),
  },
  docs: {
    brief: 'Check a claim against what is known',
    fullDescription: [
      'Tells whether a claim is supported, refuted, conflicting, or not told of, and by which memories.',
      '',
      '  hippocamp check Ann lives in Turku.',
      "  hippocamp check 'Ann lives in Turku.' | jq -r .verdict",
    ].join('\n'),
  },
});
