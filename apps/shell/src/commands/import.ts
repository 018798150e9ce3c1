import { buildCommand } from '@stricli/core';
import { connected } from '../connection/connect.js';
import {
  type ConnectionFlags,
  connectionAliases,
  connectionFlags,
  type OwnerFlags,
  optionalText,
  ownerFlags,
} from '../connection/flags.js';
import { bringRecords } from '../imports/bring-records.js';
import { bringTexts } from '../imports/bring-texts.js';
import { byTime } from '../imports/found.js';
import { openJournal } from '../imports/journal.js';
import { partsOf } from '../imports/parts.js';
import { readSource, type SourceName, sourceNames } from '../imports/sources.js';
import { createPrinter } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { importBackup } from './import-backup.js';
import { type Brought, noteVectors, planOf, printBrought, printPlan, summaryOf } from './import-report.js';

const OWN = 'hippocamp';

export interface ImportFlags extends ConnectionFlags, OwnerFlags {
  from: typeof OWN | SourceName;
  dryRun: boolean;
  name?: string | undefined;
  timeZone?: string | undefined;
}

async function bring(shell: Shell, flags: ImportFlags & { from: SourceName }, path: string): Promise<void> {
  const printer = createPrinter(shell, flags.json);
  const { from, name, timeZone } = flags;
  const owner = flags.owner ?? shell.settings().owner;
  const found = await readSource(from, path, owner);
  const parts = byTime(found.texts).flatMap((text) => partsOf(text, { from, owner, name, timeZone }));
  if (flags.dryRun) {
    const plan = planOf(found, parts);
    return printer.json ? printer.print(plan) : printPlan(printer, plan);
  }
  const all = parts.length + found.records.length;
  const brought: Brought = await connected(shell, flags, async ({ client, place, folder }) => {
    const journal = await openJournal(folder, place);
    const { signal } = shell;
    const records = await bringRecords(found.records, client, signal, (done) => printer.progress(done, all, from));
    const onProgress = (done: number, title: string) => printer.progress(found.records.length + done, all, title);
    const texts = await bringTexts(parts, { client, journal, signal, from, onProgress });
    await noteVectors(client, printer);
    return { texts, records, leftOut: found.leftOut };
  }).finally(() => printer.progress(1, 1, ''));
  const summary = summaryOf(brought);
  if (summary.refused > 0 || !summary.complete) shell.end('partly');
  if (printer.json) return printer.print({ from, ...brought });
  printBrought(printer, brought, summary);
}

function importMemories(this: Shell, flags: ImportFlags, path: string): Promise<void> {
  const { from } = flags;
  return from === OWN ? importBackup(this, flags, path) : bring(this, { ...flags, from }, path);
}

export const importCommand = buildCommand({
  func: importMemories,
  parameters: {
    flags: {
      from: { kind: 'enum', values: [OWN, ...sourceNames], default: OWN, brief: 'Whose export it is' },
      dryRun: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Shows what would be sent, and asks no service',
      },
      name: optionalText('Name of the person who says "I" in talks', 'name'),
      timeZone: optionalText('Zone of "today" in the texts, such as Europe/Helsinki; else UTC', 'zone'),
      ...ownerFlags,
      ...connectionFlags,
    },
    aliases: connectionAliases,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: (input: string) => input,
          brief: 'File or unpacked folder; - for a pipe (own exports)',
          placeholder: 'path',
        },
      ],
    },
  },
  docs: {
    brief: 'Bring memories: an export of Hippocamp, or those of others',
    fullDescription: [
      'Takes an export of Hippocamp back, or brings what others kept:',
      '',
      '  chatgpt     the data export (conversations.json): what you said is read, the branch that is shown',
      '  claude      the data export (conversations.json, memories.json)',
      '  mem0        the JSON that get_all() answers: users become entities that own their memories',
      '  mcp-memory  memory.jsonl of the reference server: entities, relations, and a memory for each observation',
      '  markdown    a folder of notes, or one: front matter says date, title, tags and source',
      '',
      'Nothing is stored twice: run it again after Ctrl-C, a failure or a newer export, and it goes on where it was.',
      '',
      '  hippocamp import --from chatgpt --dry-run ~/Downloads/chatgpt-export',
      '  hippocamp import --from chatgpt --name Ann ~/Downloads/chatgpt-export',
      '  hippocamp import --from markdown ~/notes',
      '  hippocamp import backup.ndjson',
    ].join('\n'),
  },
});
