import type { IngestRequest } from '@hippocamp/sdk';
import { buildCommand } from '@stricli/core';
import { connected, ownerOf } from '../connection/connect.js';
import {
  type ConnectionFlags,
  connectionAliases,
  connectionFlags,
  isoTime,
  type OwnerFlags,
  optionalText,
  ownerFlags,
} from '../connection/flags.js';
import { UsageError } from '../explain.js';
import { createPrinter } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { cutText } from '../text/cut-text.js';
import { readText } from '../text/read-text.js';
import { add, nothingKept, printKept } from './kept.js';

const sources = ['chat', 'note', 'event', 'document', 'system'] as const;

interface Flags extends ConnectionFlags, OwnerFlags {
  source?: (typeof sources)[number] | undefined;
  session?: string | undefined;
  actor?: string | undefined;
  at?: string | undefined;
  timeZone?: string | undefined;
  dryRun: boolean;
}

/** UTF-16 units, well below the limit of a request, so that the bar moves and a failure costs little. */
const PART = 30_000;

interface Part {
  name: string;
  request: IngestRequest;
}

/** Flags without a value are not sent. */
const saidOf = (shell: Shell, flags: Flags) => {
  const { session: sessionId, actor: actorId, at: occurredAt, timeZone } = flags;
  const given = { sessionId, actorId, occurredAt, timeZone, ...ownerOf(shell, flags) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
};

async function partsOf(shell: Shell, flags: Flags, files: readonly string[]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const name of files) {
    const text = await readText(shell, name);
    if (text.trim() === '') throw new UsageError(`${name === '-' ? 'The input' : name} is empty.`);
    const source = flags.source ?? (name === '-' ? 'note' : 'document');
    for (const content of cutText(text, PART)) {
      parts.push({ name, request: { ...saidOf(shell, flags), content, source, autoStore: !flags.dryRun } });
    }
  }
  return parts;
}

async function ingest(this: Shell, flags: Flags, ...files: string[]) {
  const printer = createPrinter(this, flags.json);
  const parts = await partsOf(this, flags, files);
  const kept = nothingKept();
  await connected(this, flags, async ({ client }) => {
    for (const [at, { name, request }] of parts.entries()) {
      printer.progress(at, parts.length, name);
      add(kept, await client.ingestAndWait(request, { signal: this.signal }));
    }
  }).finally(() => printer.progress(parts.length, parts.length, ''));
  if (printer.json) return printer.print(kept);
  printKept(printer, kept);
  if (flags.dryRun) printer.note('Nothing is stored: this was a dry run.');
}

export const ingestCommand = buildCommand({
  func: ingest,
  parameters: {
    flags: {
      source: {
        kind: 'enum',
        values: sources,
        optional: true,
        brief: 'What kind of text it is; else document for files, note for a pipe',
      },
      session: optionalText('Session that it belongs to', 'id'),
      actor: optionalText('Who says "I" in it', 'id'),
      at: { kind: 'parsed', parse: isoTime, optional: true, brief: 'When it was said; else now', placeholder: 'time' },
      timeZone: optionalText('Zone of its "today", such as Europe/Helsinki; else UTC', 'zone'),
      dryRun: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Shows what would be kept, and stores nothing',
      },
      ...ownerFlags,
      ...connectionFlags,
    },
    aliases: connectionAliases,
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: { parse: (input: string) => input, brief: 'Text in UTF-8; - for a pipe', placeholder: 'file' },
    },
  },
  docs: {
    brief: 'Remember what is worth keeping of a text',
    fullDescription: [
      'Sends texts; what is worth keeping of them is kept as memories. Long ones are cut where a heading or a paragraph ends.',
      '',
      '  hippocamp ingest notes.md minutes.txt',
      "  echo 'I live in Turku, and I drink lapsang.' | hippocamp ingest --source chat -",
      '  pdftotext report.pdf - | hippocamp ingest --at 2026-03-01 -',
    ].join('\n'),
  },
});
