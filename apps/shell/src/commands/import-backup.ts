import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Hippocamp, ImportAnswer } from '@hippocamp/sdk';
import { connected } from '../connection/connect.js';
import type { ConnectionFlags } from '../connection/flags.js';
import { UsageError } from '../explain.js';
import { createPrinter, type Printer } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { unreadable } from '../text/read-text.js';
import { noteVectors } from './import-report.js';

interface Source {
  /** Bytes; undefined for a pipe. */
  size: number | undefined;
  bytes: AsyncIterable<Uint8Array>;
}

async function open({ input }: Shell, path: string): Promise<Source> {
  if (path === '-') return { size: undefined, bytes: input };
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (found.isDirectory())
    throw new UsageError(`${path} is a folder. Say whose export it is with --from, or name a file.`);
  return { size: found.size, bytes: createReadStream(path) };
}

async function* counted({ size, bytes }: Source, printer: Printer): AsyncGenerator<Uint8Array> {
  let done = 0;
  for await (const piece of bytes) {
    yield piece;
    done += piece.length;
    if (size !== undefined) printer.progress(done, size, 'bytes');
  }
}

const send = (client: Hippocamp, source: Source, printer: Printer, signal: AbortSignal) =>
  client.tenant.import(counted(source, printer), { signal }).finally(() => printer.progress(1, 1, ''));

const SHOWN = 10;

function report(printer: Printer, answer: ImportAnswer): void {
  const { imported, skipped, problems, problemsTotal, complete, stopped } = answer;
  const kinds = Object.keys(imported) as (keyof typeof imported)[];
  const rows = kinds
    .filter((kind) => imported[kind] + skipped[kind] > 0)
    .map((kind) => [kind, String(imported[kind]), String(skipped[kind])]);
  const columns = [
    { title: '' },
    { title: 'new', align: 'right' },
    { title: 'there already', align: 'right' },
  ] as const;
  if (rows.length > 0) printer.table(columns, rows, { 0: 'magenta' });
  for (const { line, message } of problems.slice(0, SHOWN)) printer.note(`Refused: line ${line}: ${message}`);
  if (problemsTotal > SHOWN) printer.note(`… ${problemsTotal} lines in all.`);
  if (stopped) printer.note(`The service stopped at line ${stopped.line}: ${stopped.message}`);
  if (!complete) printer.note('The last line of an export did not come: this is not all of one.');
}

export async function importBackup(
  shell: Shell,
  flags: ConnectionFlags & { dryRun: boolean },
  path: string,
): Promise<void> {
  if (flags.dryRun)
    throw new UsageError('--dry-run is for what comes from others; what is there already stays as it is.');
  const printer = createPrinter(shell, flags.json);
  const source = await open(shell, path);
  const answer = await connected(shell, flags, async ({ client }) => {
    const answered = await send(client, source, printer, shell.signal);
    await noteVectors(client, printer);
    return answered;
  });
  if (answer.problemsTotal > 0 || !answer.complete) shell.end('partly');
  if (printer.json) return printer.print(answer);
  report(printer, answer);
}
