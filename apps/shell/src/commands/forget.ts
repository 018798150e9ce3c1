import { buildCommand } from '@stricli/core';
import { connected, ownerOf } from '../connection/connect.js';
import {
  type ConnectionFlags,
  connectionAliases,
  connectionFlags,
  type OwnerFlags,
  ownerFlags,
} from '../connection/flags.js';
import { createPrinter } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { asText, words } from './words.js';

interface Flags extends ConnectionFlags, OwnerFlags {
  yes: boolean;
  id?: string[] | undefined;
}

async function forget(this: Shell, flags: Flags, ...text: string[]) {
  const printer = createPrinter(this, flags.json);
  const request = {
    text: asText(text),
    dryRun: !flags.yes,
    ...(flags.id ? { ids: flags.id } : {}),
    ...ownerOf(this, flags),
  };
  const answer = await connected(this, flags, ({ client }) => client.forget(request, { signal: this.signal }));
  if (printer.json) return printer.print(answer);
  if (answer.matches.length === 0) return printer.note('No memory says it.');
  const rows = answer.matches.map(({ kind, score, memory, memoryId, deleted, reason }) => [
    deleted ? 'forgotten' : kind,
    score.toFixed(2),
    memory?.content ?? reason,
    memoryId,
  ]);
  const columns = [
    { title: 'kind' },
    { title: 'sure', align: 'right' },
    { title: 'memory', grows: true },
    { title: 'id' },
  ] as const;
  printer.table(columns, rows, { 0: 'yellow', 3: 'dim' });
  if (!answer.dryRun) return printer.note(`${answer.deleted} forgotten.`);
  const says = answer.matches.filter(({ kind }) => kind === 'says').length;
  printer.note(
    `Nothing is forgotten yet. With --yes the ${says} that say it go; what is only about it goes with --id <id> --yes.`,
  );
}

export const forgetCommand = buildCommand({
  func: forget,
  parameters: {
    flags: {
      yes: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Forget it; without it, only shows what would go',
      },
      id: {
        kind: 'parsed',
        parse: (input: string) => input,
        optional: true,
        variadic: ',',
        brief: 'These of what was shown, and nothing else',
        placeholder: 'ids',
      },
      ...ownerFlags,
      ...connectionFlags,
    },
    aliases: { ...connectionAliases, y: 'yes' },
    positional: words('A statement, or whom or what it is about', 'text'),
  },
  docs: {
    brief: 'Find what says something, and forget it',
    fullDescription: [
      'Shows the memories that say something; with --yes they are deleted, and their words wherever they lie.',
      '',
      '  hippocamp forget that Ann lives in Turku',
      '  hippocamp forget --yes that Ann lives in Turku',
      '  hippocamp forget --yes --id 019e2f62-7d3c-7000-8000-3d5a4c6b7f10 Ann',
    ].join('\n'),
  },
});
