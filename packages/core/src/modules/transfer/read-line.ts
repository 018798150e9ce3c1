import { fit } from '@hippocamp/shared/operations/field-errors';
import { boundedErrors, type FieldError } from '@hippocamp/shared/problems';
import { ingestAnswer } from '@hippocamp/shared/schemas/ingest';
import {
  type ExportLine,
  exportLine,
  historyEntry,
  type ImportAnswer,
  type MemoryLine,
} from '@hippocamp/shared/schemas/transfer';
import { pace } from '../waiting.js';
import { misfitIn } from './misfit.js';

export interface Reason {
  code: string;
  message: string;
}

/** The parsed value, or why the line could not be read. Lines count from 1. */
export type Line = { line: number; value: unknown; bytes: number } | { line: number; code: string; message: string };

export type SentLine = Line | { line: number; stopped: Reason };

type Checked<Value> = { value: Value; errors?: never } | { value?: never; errors: readonly FieldError[] };

const check = (value: unknown): Checked<ExportLine> => {
  const { data, errors } = fit('body', exportLine, value);
  return errors ? { errors } : { value: data };
};

/** A history may be long, so its entries are checked one by one and others get their turn in between. */
async function checkHistory(given: readonly unknown[]): Promise<Checked<MemoryLine['history']>> {
  const history: MemoryLine['history'] = [];
  for (const [index, entry] of given.entries()) {
    const path = `/history/${index}`;
    const many = await misfitIn(historyEntry, entry, { path });
    if (many) return { errors: many };
    const { data, errors } = fit('body', historyEntry, entry);
    if (errors) return { errors: errors.map((error) => ({ ...error, path: path + error.path })) };
    history.push(data);
    await pace();
  }
  return { value: history };
}

interface Given {
  kind?: unknown;
  history?: unknown;
  result?: unknown;
}

/** Null where all elements of its lists fit, but for those of a history. */
async function misfitOf(given: Given): Promise<readonly FieldError[] | null> {
  const schema = exportLine.options.find(({ shape }) => shape.kind.value === given.kind);
  const misfit = schema ? await misfitIn(schema, given, { except: 'history' }) : null;
  return misfit ?? (given.kind === 'ingest' ? misfitIn(ingestAnswer, given.result, { path: '/result' }) : null);
}

async function checkLine(value: unknown): Promise<Checked<ExportLine>> {
  const given = (value ?? {}) as Given;
  const errors = await misfitOf(given);
  if (errors) return { errors };
  const isLong = given.kind === 'memory' || given.kind === 'history';
  if (!isLong || !Array.isArray(given.history)) return check(value);
  const checked = check({ ...given, history: given.history.slice(0, 1) });
  if (checked.value?.kind !== 'memory' && checked.value?.kind !== 'history') return checked;
  const history = await checkHistory(given.history);
  return history.errors ? history : { value: { ...checked.value, history: history.value } };
}

export async function readLine(
  sent: Line,
): Promise<{ value: ExportLine; bytes: number } | ImportAnswer['problems'][number]> {
  if ('code' in sent) return sent;
  const { value, errors } = await checkLine(sent.value);
  if (!errors) return { value, bytes: sent.bytes };
  const [error = { code: 'invalid', message: 'does not fit' }] = boundedErrors(errors);
  return { line: sent.line, ...error };
}
