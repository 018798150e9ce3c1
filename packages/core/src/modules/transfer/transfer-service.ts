import { isProblem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import {
  type ExportLine,
  type HistoryLine,
  type ImportAnswer,
  noTransfers,
  type TransferLine,
  transferKinds,
} from '@hippocamp/shared/schemas/transfer';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import { type Log, withoutText } from '../../ports/log.js';
import type { Records } from '../../ports/records.js';
import type { AgeingRules } from '../ageing/rules.js';
import type { Caller } from '../caller.js';
import type { FactReader } from '../facts/facts.js';
import { isOutage } from '../idempotency/run-once.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { Policies } from '../policies.js';
import { type Bringing, beginBringing, ErasedMeanwhile } from '../redaction/erased-meanwhile.js';
import { pace } from '../waiting.js';
import { exportLines } from './export.js';
import { type Line, type Reason, readLine, type SentLine } from './read-line.js';
import {
  freshLines,
  idOf,
  type NotTaken,
  ownersOf,
  type PreparedLine,
  prepareLine,
  storeHistory,
  storeLines,
} from './store-lines.js';

export interface TransferService {
  export(caller: Caller): AsyncGenerator<string>;
  /** Stores lines in parts. A stopped or interrupted import can be sent again. */
  import(caller: Caller, lines: AsyncIterable<SentLine>): Promise<ImportAnswer>;
}

interface Read {
  line: number;
  value: TransferLine;
}

/** Lines stored in one transaction. Few, so that nobody waits long for it. */
const TOGETHER = 100;
/** Bytes of those lines. A longer line is stored alone. */
const BYTES_TOGETHER = 200_000;
const LISTED = 1000;

/** Call after each line. Answers why the import ends there, or null. */
function importLimits({ importTime, importBadLines }: Policies, clock: Clock) {
  const end = clock.now().getTime() + importTime;
  return ({ problemsTotal }: ImportAnswer): Reason | null => {
    if (problemsTotal > importBadLines) {
      return { code: 'too_many_bad_lines', message: `more than ${importBadLines} lines were bad` };
    }
    if (clock.now().getTime() <= end) return null;
    return { code: 'took_too_long', message: `one request takes lines for ${importTime / 1000} s` };
  };
}

const nothingTaken = (): ImportAnswer => ({
  ...{ lines: 0, imported: noTransfers(), skipped: noTransfers() },
  ...{ problems: [], problemsTotal: 0, complete: false },
});

const isOfTenant = (value: ExportLine): value is TransferLine => transferKinds.some((kind) => kind === value.kind);

const complainIn = (answer: ImportAnswer) => (problem: ImportAnswer['problems'][number]) => {
  answer.problemsTotal += 1;
  if (answer.problems.length < LISTED) answer.problems.push(problem);
};

const whyNotTaken: Record<NotTaken, Reason> = {
  no_memory: { code: 'unknown_memory', message: 'is of a memory that is not there' },
  no_place: {
    code: 'history_not_taken',
    message: 'holds changes that are not taken: the history was forgotten, or the memory was changed since',
  },
};

interface Taking {
  take(sent: Line): Promise<void>;
  flush(): Promise<void>;
  limits(answer: ImportAnswer): Reason | null;
}

const erasedMeanwhile: Reason = {
  code: 'erased',
  message: 'the tenant, or an owner in these lines, was erased meanwhile: nothing more is taken',
};

async function takeAll(lines: AsyncIterable<SentLine>, answer: ImportAnswer, { take, flush, limits }: Taking) {
  let line = 0;
  try {
    for await (const sent of lines) {
      line = sent.line;
      if ('stopped' in sent) {
        answer.stopped = { line, ...sent.stopped };
        break;
      }
      await take(sent);
      const reason = limits(answer);
      if (reason) answer.stopped = { line: line + 1, ...reason };
      if (reason) break;
    }
    await flush();
  } catch (error) {
    if (!(error instanceof ErasedMeanwhile)) throw error;
    answer.stopped = { line, ...erasedMeanwhile };
  }
}

export function createTransferService({
  records,
  indexing,
  facts,
  ageing,
  policies,
  clock,
  log,
  ids,
}: {
  records: Records;
  indexing: Indexing;
  facts: FactReader;
  ageing: AgeingRules;
  policies: Policies;
  clock: Clock;
  log: Log;
  ids: Ids;
}): TransferService {
  const importer = (tenant: TenantId, answer: ImportAnswer, bringing: Bringing) => {
    let waiting: Read[] = [];
    let bytes = 0;

    const complain = complainIn(answer);

    /** Runs before the transaction, which must not wait for a reading. */
    const prepare = async (lines: readonly TransferLine[], now: Date): Promise<PreparedLine[]> => {
      const contents = lines.flatMap((line) => (line.kind === 'memory' ? [line.content] : []));
      const readings = await facts.readToKeep(tenant, contents);
      const prepared: PreparedLine[] = [];
      for (const line of lines) {
        const reading = line.kind === 'memory' ? readings.shift() : undefined;
        prepared.push(prepareLine(line, reading ?? null, { tenant, ageing, now }));
        await pace();
      }
      return prepared;
    };

    const store = async (reads: readonly Read[]): Promise<void> => {
      if (reads.length === 0) return;
      const now = clock.now();
      const own = records.forTenant(tenant);
      const values = reads.map(({ value }) => value);
      const prepared = await prepare(await freshLines(own, values), now);
      const owners = new Set(values.flatMap(ownersOf));
      const stored = await own.transaction(async (repositories) => {
        await bringing.check(repositories, owners);
        return storeLines(repositories, prepared, now);
      });
      for (const { kind } of stored) answer.imported[kind] += 1;
      const fresh = new Set(stored);
      for (const value of values) if (!fresh.has(value)) answer.skipped[value.kind] += 1;
      const ids = stored.filter(({ kind }) => kind === 'memory').map(idOf);
      await indexing.trySync(tenant, ids);
    };

    const storeOneByOne = async (reads: readonly Read[]): Promise<void> => {
      for (const read of reads) {
        await store([read]).catch((error: unknown) => {
          if (isOutage(error) || error instanceof ErasedMeanwhile) throw error;
          if (isProblem(error)) return complain({ line: read.line, code: error.problem, message: error.detail });
          log.warn({ tenant, line: read.line, ...withoutText(error) }, 'a line could not be stored');
          complain({ line: read.line, code: 'not_stored', message: 'could not be stored' });
        });
      }
    };

    const flush = async () => {
      const reads = waiting;
      waiting = [];
      bytes = 0;
      for (const kind of transferKinds) {
        const ofKind = reads.filter(({ value }) => value.kind === kind);
        await store(ofKind).catch((error: unknown) => {
          if (isOutage(error) || error instanceof ErasedMeanwhile) throw error;
          return storeOneByOne(ofKind);
        });
      }
    };

    const takeRow = async (read: Read, size: number) => {
      bytes += size;
      waiting.push(read);
      if (waiting.length >= TOGETHER || bytes >= BYTES_TOGETHER) await flush();
    };

    /** The memory that it belongs to may still be waiting. */
    const takeHistory = async (line: number, value: HistoryLine) => {
      await flush();
      const notTaken = await storeHistory(records.forTenant(tenant), value);
      if (notTaken) complain({ line, ...whyNotTaken[notTaken] });
    };

    const take = async (sent: Line) => {
      answer.lines += 1;
      await pace();
      const read = await readLine(sent);
      if ('code' in read) return complain(read);
      const { value } = read;
      if (value.kind === 'end') answer.complete = true;
      if (value.kind === 'history') return takeHistory(sent.line, value);
      if (isOfTenant(value)) return takeRow({ line: sent.line, value }, read.bytes);
    };

    return { take, flush };
  };

  return {
    export: ({ tenant }) => exportLines(records.forTenant(tenant)),
    async import({ tenant }, lines) {
      const answer = nothingTaken();
      const bringing = await beginBringing(records.forTenant(tenant), ids.next(), clock.now());
      try {
        await takeAll(lines, answer, { ...importer(tenant, answer, bringing), limits: importLimits(policies, clock) });
      } finally {
        await bringing.end();
      }
      return answer;
    },
  };
}
