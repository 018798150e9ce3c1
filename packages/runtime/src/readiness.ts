import type { ChatState } from '@hippocamp/adapters/llm/chat';
import { isOutage } from '@hippocamp/core/modules/idempotency/run-once';
import { settlesWithin } from '@hippocamp/core/modules/waiting';
import { EngineUnwell } from '@hippocamp/core/ports/engine-health';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { Ready } from '@hippocamp/shared/schemas/system';
import type { Components } from './components.js';
import type { LlmUse } from './reading.js';
import { shareAnswer } from './share-answer.js';

type Check = { ok: boolean; detail: string };

/** ms after which an engine counts as down. */
const PATIENCE = 2000;

/** The watch logs a lost engine; other failures are logged here. */
const check = async (work: () => Promise<string>, part: string, log: Log): Promise<Check> => {
  let detail = '';
  const asked = work().then((answer) => {
    detail = answer;
  });
  try {
    if (await settlesWithin(asked, PATIENCE)) return { ok: true, detail };
    return { ok: false, detail: `no answer within ${PATIENCE} ms` };
  } catch (error) {
    if (error instanceof EngineUnwell) return { ok: false, detail: error.message };
    if (!isOutage(error) && part !== 'queue') log.warn({ part, ...withoutText(error) }, 'does not answer');
    return { ok: false, detail: 'does not answer' };
  }
};

const notes: Record<Components['mode'], string[]> = {
  embedded: [
    'Data survives a restart and a kill of the process; it may not survive a power cut, because PGlite does not fsync.',
    'One process at a time may use the data folder.',
  ],
  production: [
    'Ready means that the records answer. Without the index, searches are refused and writes go on; without the queue, ' +
      'ingests are accepted and done later.',
  ],
};

const UNREAD =
  'No model reads (READER=none): only equal text repeats, everything else is kept, and no claim is answered.';

type Asked = Pick<
  Components,
  | 'mode'
  | 'records'
  | 'index'
  | 'queue'
  | 'watches'
  | 'embedderInUse'
  | 'leaves'
  | 'llm'
  | 'pairReader'
  | 'clock'
  | 'log'
>;

type Waiting = Awaited<ReturnType<Asked['records']['outbox']['counts']>>;

const outcomes: Record<ChatState['outcome'], string> = {
  answered: 'answers',
  refused: 'cannot be used',
  unavailable: 'does not answer',
};

/** A language model never makes the service unready, because the local reader works without it. */
async function checkLlm({ chats }: LlmUse, mode: Asked['mode'], waiting: Promise<Waiting>): Promise<Check> {
  const states = chats.map(([purpose, chat]) => ({ purpose, state: chat.state() }));
  const sentences = states.map(({ purpose, state }) => {
    if (state === null) return `${purpose}: not asked yet${mode === 'production' ? ' by this process' : ''}`;
    const { outcome, reason, since, rests } = state;
    const why = reason === null ? '' : ` (${reason})`;
    return `${purpose}: ${outcomes[outcome]} since ${since.toISOString()}${why}${rests ? ', not asked for a while' : ''}`;
  });
  const ok = states.every(({ state }) => state === null || (state.outcome !== 'unavailable' && !state.rests));
  const rows = (await unlessAway(waiting)) ?? [];
  const texts = rows
    .filter(({ kind }) => kind === 'model')
    .map(({ waiting, dead }) => `${waiting} texts wait for it, ${dead} were given up`);
  return { ok, detail: [...sentences, ...texts].join('; ') };
}

/** Share of unindexed memories from which they are told; a few always are. */
const TOLD = 0.01;

/** ms */
const BESIDE = PATIENCE / 2;

/** Null where the records do not answer, which is told elsewhere. */
const unlessAway = async <Figures>(figures: Promise<Figures>): Promise<Figures | null> =>
  (await settlesWithin(figures, BESIDE).catch(() => false)) ? figures : null;

const lackOf = async (records: Asked['records']): Promise<string> => {
  const counted = await unlessAway(records.counts());
  if (counted === null || counted.unindexed <= TOLD * counted.memories) return '';
  return `; ${counted.unindexed} of ${counted.memories} memories are not in it yet`;
};

const vectorsDue = async (waiting: Promise<Waiting>): Promise<string> => {
  const rows = (await unlessAway(waiting)) ?? [];
  const due = rows.reduce((sum, { kind, waiting, dead }) => sum + (kind === 'embed' ? waiting + dead : 0), 0);
  return due === 0 ? '' : `; ${due} memories have no vector yet, and words alone find them`;
};

const answers = (ping: () => Promise<unknown>) => async () => {
  await ping();
  return 'answers';
};

const askAll = async (
  { records, index, queue, embedderInUse, log }: Asked,
  { waiting, retired }: { waiting: Promise<Waiting>; retired: boolean },
) => {
  const asked = {
    records: answers(() => records.ping()),
    index: async () => {
      const lack = lackOf(records);
      await index.ping();
      return `answers${await lack}`;
    },
    // Its connections close first.
    queue: retired ? async () => 'not asked while this process stops' : answers(() => queue.ping()),
    // Always ok, because words find memories in any case.
    embedder: async () => `${embedderInUse.lack() ?? embedderInUse.describe()}${await vectorsDue(waiting)}`,
    outbox: async () => {
      const rows = await waiting;
      const dead = rows.reduce((sum, row) => sum + row.dead, 0);
      return `${rows.reduce((sum, row) => sum + row.waiting, 0)} waiting, ${dead} dead`;
    },
  };
  const entries = Object.entries(asked).map(async ([part, work]) => [part, await check(work, part, log)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<keyof typeof asked, Check>;
};

const notesOf = ({ mode, pairReader, leaves }: Asked) => [
  ...notes[mode],
  ...(pairReader ? [] : [UNREAD]),
  ...(leaves ? [leaves] : []),
];

export interface Readiness {
  check(): Promise<Ready>;
  /** For whom figures of all tenants are not meant: asks only what decides. */
  checkBriefly(): Promise<Ready>;
  retire(): void;
}

/** Only the records decide. Answers name no addresses, because the caller is unknown, and are shared, because anybody may ask. */
export function createReadiness(components: Asked): Readiness {
  const { mode, records, watches, llm: use, clock, log } = components;
  let retired = false;
  const statusOf = ({ ok }: Check) => (ok && !retired ? 'ready' : 'not_ready');
  // A loss that a watch has seen, and its end, are told at once.
  const seen = () => [retired, ...Object.values(watches).map((watch) => watch.isUp())].join();

  const whole = async (): Promise<Ready> => {
    const waiting = records.outbox.counts(clock.now());
    const asked = [askAll(components, { waiting, retired }), use && checkLlm(use, mode, waiting)] as const;
    const [checks, llm] = await Promise.all(asked);
    const stopping: Record<string, Check> = retired ? { process: { ok: false, detail: 'stopping' } } : {};
    return {
      status: statusOf(checks.records),
      mode,
      checks: { ...checks, ...(llm && { llm }), ...stopping },
      notes: notesOf(components),
    };
  };
  const brief = async (): Promise<Ready> => {
    const asked = await check(
      answers(() => records.ping()),
      'records',
      log,
    );
    return { status: statusOf(asked), mode, checks: {}, notes: [] };
  };
  return {
    check: shareAnswer(whole, { clock, seen }),
    checkBriefly: shareAnswer(brief, { clock, seen }),
    retire() {
      retired = true;
    },
  };
}
