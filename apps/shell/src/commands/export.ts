import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buildCommand } from '@stricli/core';
import { connected } from '../connection/connect.js';
import { type ConnectionFlags, connectionAliases, connectionFlags } from '../connection/flags.js';
import { createPrinter } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { unwritable } from '../text/unwritable.js';

/** Waits for a slow destination. Returns the number of lines. */
async function write(lines: AsyncIterable<string>, to: Writable, signal: AbortSignal): Promise<number> {
  let count = 0;
  for await (const line of lines) {
    if (!to.write(`${line}\n`)) await once(to, 'drain', { signal });
    count += 1;
  }
  return count;
}

const isOfSystem = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

/** The file gets its name only when it is whole and on the disk. It is a new one, which nobody else may read. */
async function writeFileWhole(lines: AsyncIterable<string>, path: string, signal: AbortSignal): Promise<number> {
  const aside = `${path}.${randomUUID()}.part`;
  let count = 0;
  async function* counted() {
    for await (const line of lines) {
      yield `${line}\n`;
      count += 1;
    }
  }
  try {
    await pipeline(counted(), createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true }), { signal });
    await rename(aside, path);
    return count;
  } catch (error) {
    await rm(aside, { force: true });
    throw isOfSystem(error) ? unwritable(path, error) : error;
  }
}

async function exportMemories(this: Shell, flags: ConnectionFlags, path?: string) {
  const printer = createPrinter(this, flags.json);
  const count = await connected(this, flags, ({ client }) => {
    const { signal, output } = this;
    const lines = client.tenant.export({ signal });
    if (path === undefined) return write(lines, output, signal);
    this.endInOrder();
    return writeFileWhole(lines, path, signal);
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
