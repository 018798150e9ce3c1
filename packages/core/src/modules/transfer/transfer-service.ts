import { fit } from '@hippocamp/shared/operations/field-errors';
import { boundedErrors } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import {
  type ExportLine,
  exportLine,
  type ImportAnswer,
  noTransfers,
  type TransferLine,
  transferKinds,
} from '@hippocamp/shared/schemas/transfer';
import type { Clock } from '../../ports/clock.js';
import type { Records } from '../../ports/records.js';
import type { Caller } from '../caller.js';
import type { Facts } from '../facts/facts.js';
import { isOutage } from '../idempotency/or-as-kept.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { exportLines } from './export.js';
import { idOf, storeLines } from './store-lines.js';

/** A line as it was sent: its value, or why it could not be read. Lines count from 1. */
export type SentLine = { line: number; value: unknown } | { line: number; code: string; message: string };

export interface TransferService {
  export(caller: Caller): AsyncGenerator<string>;
  /** Takes lines in parts. What was stored stays when the sender breaks off; sent again, it is skipped. */
  import(caller: Caller, lines: AsyncIterable<SentLine>): Promise<ImportAnswer>;
}

interface Read {
  line: number;
  value: TransferLine;
}

const TOGETHER = 200;
const LISTED = 1000;

const readLine = (sent: SentLine): { value: ExportLine } | ImportAnswer['problems'][number] => {
  if ('code' in sent) return sent;
  const { data, errors } = fit('body', exportLine, sent.value);
  if (!errors) return { value: data };
  const [error = { code: 'invalid', message: 'does not fit' }] = boundedErrors(errors);
  return { line: sent.line, ...error };
};

export function createTransferService(dependencies: {
  records: Records;
  indexing: Indexing;
  facts: Facts;
  ageing: AgeingRules;
  clock: Clock;
}): TransferService {
  const { records, indexing, facts, ageing, clock } = dependencies;

  /** Fills in `answer` as lines come. */
  const importer = (tenant: TenantId, answer: ImportAnswer) => {
    let waiting: Read[] = [];

    const complain = (problem: ImportAnswer['problems'][number]) => {
      answer.problemsTotal += 1;
      if (answer.problems.length < LISTED) answer.problems.push(problem);
    };

    const readMemories = async (values: readonly TransferLine[]) => {
      const memories = values.filter((value) => value.kind === 'memory');
      const contents = memories.map(({ content }) => content);
      const readings = await facts.readToKeep(tenant, contents);
      return new Map(memories.flatMap((line, place) => (readings[place] ? [[line, readings[place]]] : [])));
    };

    const store = async (reads: readonly Read[]): Promise<void> => {
      const making = { tenant, ageing, now: clock.now() };
      const values = reads.map(({ value }) => value);
      const readings = await readMemories(values);
      const stored = await records
        .forTenant(tenant)
        .transaction((repositories) => storeLines(repositories, values, readings, making));
      for (const { kind } of stored) answer.imported[kind] += 1;
      const fresh = new Set(stored);
      for (const value of values) if (!fresh.has(value)) answer.skipped[value.kind] += 1;
      const ids = stored.filter(({ kind }) => kind === 'memory').map(idOf);
      // What cannot be indexed now is in the outbox.
      await indexing.sync(tenant, ids).catch(() => undefined);
    };

    const storeOneByOne = async (reads: readonly Read[]): Promise<void> => {
      for (const read of reads) {
        await store([read]).catch((error: unknown) => {
          if (isOutage(error)) throw error;
          complain({ line: read.line, code: 'not_stored', message: 'could not be stored' });
        });
      }
    };

    const flush = async () => {
      const reads = waiting;
      waiting = [];
      for (const kind of transferKinds) {
        const ofKind = reads.filter(({ value }) => value.kind === kind);
        await store(ofKind).catch((error: unknown) => {
          if (isOutage(error)) throw error;
          return storeOneByOne(ofKind);
        });
      }
    };

    const take = async (sent: SentLine) => {
      answer.lines += 1;
      const read = readLine(sent);
      if ('code' in read) return complain(read);
      if (read.value.kind === 'end') answer.complete = true;
      else if (read.value.kind !== 'header') waiting.push({ line: sent.line, value: read.value });
      if (waiting.length >= TOGETHER) await flush();
    };

    return { take, flush };
  };

  return {
    export: ({ tenant }) => exportLines(records.forTenant(tenant).transfer),
    async import({ tenant }, lines) {
      const answer: ImportAnswer = {
        lines: 0,
        imported: noTransfers(),
        skipped: noTransfers(),
        problems: [],
        problemsTotal: 0,
        complete: false,
      };
      const { take, flush } = importer(tenant, answer);
      for await (const line of lines) await take(line);
      await flush();
      return answer;
    },
  };
}
