import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { buildCommand } from '@stricli/core';
import { connected } from '../connection/connect.js';
import { type ConnectionFlags, connectionAliases, connectionFlags } from '../connection/flags.js';
import { createPrinter } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { unreadable } from '../text/read-text.js';

/** Waits for a slow destination. Returns the number of lines. */
async function write(lines: AsyncIterable<string>, to: Writable, signal: AbortSignal): Promise<number> {
  let count = 0;
  for await (const line of lines) {
    if (!to.write(`${line}\n`)) await once(to, 'drain', { signal });
    count += 1;
  }
  return count;
}

/** The file gets its name only when it is whole. */
async function writeFileWhole(lines: AsyncIterable<string>, path: string, signal: AbortSignal): Promise<number> {
  const aside = `${path}.part`;
  const file = createWriteStream(aside, { mode: 0o600 });
  try {
    await once(file, 'open');
    const count = await write(lines, file, signal);
    file.end();
    await once(file, 'close');
    await rename(aside, path);
    return count;
  } catch (error) {
    file.destroy();
    await rm(aside, { force: true });
    throw error instanceof Error && 'syscall' in error ? unreadable(path, error) : error;
  }
}

async function exportMemories(this: Shell, flags: ConnectionFlags, path?: string) {
  const printer = createPrinter(this, flags.json);
  const count = await connected(this, flags, ({ client }) => {
    const { signal, output } = this;
    const lines = client.tenant.export({ signal });
    return path === undefined ? write(lines, output, signal) : writeFileWhole(lines, path, signal);
  });
  if (path === undefined) return;
  if (printer.json) return printer.print({ path, lines: count });
  printer.note(`${count} lines in ${path}. \`hippocamp import ${path}\` takes them back.`);
}

export const exportCommand = buildCommand({
  func: exportMemories,
  parameters: {
    flags: connectionFlags,
    aliases: connectionAliases,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: (input: string) => input,
          optional: true,
          brief: 'Where to; without it the output',
          placeholder: 'file',
        },
      ],
    },
  },
  docs: {
    brief: 'Write everything of a tenant, as lines of JSON',
    fullDescription: [
      'Writes everything of a tenant, a line of JSON each. A file has its name only when all of it was written.',
      '',
      '  hippocamp export backup.ndjson',
      '  hippocamp export | gzip > backup.ndjson.gz',
    ].join('\n'),
  },
});
