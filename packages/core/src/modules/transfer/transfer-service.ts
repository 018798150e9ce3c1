import { fieldErrors } from '@hippocamp/shared/operations/field-errors';
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
import { type Log, withoutText } from '../../ports/log.js';
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
  const parsed = exportLine.safeParse(sent.value);
  if (parsed.success) return { value: parsed.data };
  const [error] = fieldErrors('body', parsed.error);
  return { line: sent.line, ...(error ?? { code: 'invalid', message: 'does not fit' }) };
};

export function createTransferService(dependencies: {
  records: Records;
  indexing: Indexing;
  facts: Facts;
  ageing: AgeingRules;
  clock: Clock;
  log: Log;
}): TransferService {
  const { records, indexing, facts, ageing, clock, log } = dependencies;

  /** Fills in `answer` as lines come. */
  const importer = (tenant: TenantId, answer: ImportAnswer) => {
    let waiting: Read[] = [];

    const complain = (problem: ImportAnswer['problems'][number]) => {
      answer.problemsTotal += 1;
      if (answer.problems.length < LISTED) answer.problems.push(problem);
    };

    const store = async (reads: readonly Read[]): Promise<void> => {
      const making = { tenant, facts, ageing, now: clock.now() };
      const values = reads.map(({ value }) => value);
      const stored = await records
        .forTenant(tenant)
        .transaction((repositories) => storeLines(repositories, values, making));
      for (const { kind } of stored) answer.imported[kind] += 1;
      const fresh = new Set(stored);
      for (const value of values) if (!fresh.has(value)) answer.skipped[value.kind] += 1;
      const ids = stored.filter(({ kind }) => kind === 'memory').map(idOf);
      await indexing.trySync(tenant, ids);
    };

    const storeOneByOne = async (reads: readonly Read[]): Promise<void> => {
      for (const read of reads) {
        await store([read]).catch((error: unknown) => {
          if (isOutage(error)) throw error;
          log.warn({ tenant, line: read.line, ...withoutText(error) }, 'a line could not be stored');
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
