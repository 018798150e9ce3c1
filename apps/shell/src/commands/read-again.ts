import type { Hippocamp } from '@hippocamp/sdk';
import { buildCommand } from '@stricli/core';
import { connected, ownerOf } from '../connection/connect.js';
import {
  type ConnectionFlags,
  connectionAliases,
  connectionFlags,
  isoTime,
  type OwnerFlags,
  ownerFlags,
} from '../connection/flags.js';
import { createPrinter } from '../output/printer.js';
import { readTexts } from '../reading/read-texts.js';
import type { Shell } from '../shell.js';

interface Flags extends ConnectionFlags, OwnerFlags {
  since?: string | undefined;
  dryRun: boolean;
}

interface Text {
  id: string;
  source: string;
}

/** All are listed before the first is read, since a text that was read leaves the list. */
async function textsOf(client: Hippocamp, shell: Shell, flags: Flags): Promise<Text[]> {
  const { since: createdAfter } = flags;
  const query = {
    ...{ read: 'earlier' as const, limit: 100 },
    ...(createdAfter === undefined ? {} : { createdAfter }),
    ...ownerOf(shell, flags),
  };
  const texts: Text[] = [];
  for await (const text of client.artifacts.iterate(query, { signal: shell.signal })) texts.push(text);
  return texts;
}

async function readAgain(this: Shell, flags: Flags) {
  const printer = createPrinter(this, flags.json);
  const { signal } = this;
  const done = await connected(this, flags, async ({ client }) => {
    const texts = await textsOf(client, this, flags);
    if (flags.dryRun) return { texts: texts.length, dryRun: true };
    const onProgress = (at: number) => printer.progress(at, texts.length, texts[at]?.source ?? '');
    return { texts: texts.length, ...(await readTexts(client, texts, { signal, onProgress })) };
  }).finally(() => printer.progress(1, 1, ''));
  const refused = 'refused' in done ? done.refused : [];
  if (refused.length > 0) this.end('partly');
  if (printer.json) return printer.print(done);
  for (const { id, message } of refused) printer.note(`${id}: ${message}`);
  if (!('read' in done))
    return printer.note(`${done.texts} texts would be read anew. Nothing is sent: this was a dry run.`);
  if (done.texts === 0) return printer.note('All texts that are kept were read by the reader of now.');
  const { read, kept, repeats, waiting } = done;
  printer.note(`${read} texts read anew: ${kept} memories more, ${repeats} statements were known already.`);
  if (waiting > 0) printer.note(`${waiting} wait for a decision: hippocamp reviews list`);
}

export const readAgainCommand = buildCommand({
  func: readAgain,
  parameters: {
    flags: {
      since: {
        kind: 'parsed',
        parse: isoTime,
        optional: true,
        brief: 'Texts that came then or later',
        placeholder: 'time',
      },
      dryRun: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Tells how many texts would be read, and reads none',
      },
      ...ownerFlags,
      ...connectionFlags,
    },
    aliases: connectionAliases,
  },
  docs: {
    brief: 'Read kept texts anew, after an upgrade: keep what an earlier reader left out',
    fullDescription: [
      'Reads the raw texts that are kept, oldest first, where an earlier reader read them: what it left out is kept now. What is known is',
      'not kept twice, what was told since stays in place, and what you changed or deleted does not come back. Run it again after Ctrl-C:',
      'texts that the reader of now has read are left out. Talks whose ingest is past its retention are too (INGEST_RETENTION_DAYS).',
      '',
      '  hippocamp read-again --dry-run',
      '  hippocamp read-again --since 2026-06-01',
    ].join('\n'),
  },
});
