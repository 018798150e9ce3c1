import type { Caller } from '../caller.js';
import type { ImportAnswer } from '../generated/types.js';
import type { CallOptions } from '../options.js';
import { type Lines, partsOf } from './parts-of.js';

export interface ImportOptions extends CallOptions {
  /** Gets the sums so far, after each part. */
  onProgress?: (soFar: ImportAnswer) => void;
}

type Counts = ImportAnswer['imported'];

const LISTED = 1000;

const none: Counts = { artifact: 0, ingest: 0, entity: 0, event: 0, memory: 0, relation: 0, review: 0 };

const nothing = (): ImportAnswer => ({
  lines: 0,
  imported: none,
  skipped: none,
  problems: [],
  problemsTotal: 0,
  complete: false,
});

const sum = (one: Counts, other: Counts): Counts => {
  const kinds = Object.keys(one) as (keyof Counts)[];
  return Object.fromEntries(kinds.map((kind) => [kind, one[kind] + (other[kind] ?? 0)])) as unknown as Counts;
};

const added = (whole: ImportAnswer, part: ImportAnswer, before: number): ImportAnswer => ({
  lines: whole.lines + part.lines,
  imported: sum(whole.imported, part.imported),
  skipped: sum(whole.skipped, part.skipped),
  problems: [...whole.problems, ...part.problems.map((one) => ({ ...one, line: one.line + before }))].slice(0, LISTED),
  problemsTotal: whole.problemsTotal + part.problemsTotal,
  complete: whole.complete || part.complete,
  ...(part.stopped ? { stopped: { ...part.stopped, line: part.stopped.line + before } } : {}),
});

/** Why a request may end though the next one can go on. */
const passing = ['took_too_long', 'no_room'];

/** Lines done by a request that ended for such a reason, perhaps with the last; the rest goes with another. 0 where none was done. */
const doneOf = ({ stopped }: ImportAnswer, sent: number): number => {
  const done = stopped && passing.includes(stopped.code) ? stopped.line - 1 : 0;
  return Number.isInteger(done) && done > 0 && done <= sent ? done : 0;
};

const withoutStop = ({ stopped: _stopped, ...answer }: ImportAnswer): ImportAnswer => answer;

/**
 * Sends lines of an export in parts. A part may be sent twice, as known lines stay as they are. Ends early where the
 * service does, and says so in `stopped`.
 */
export const importer =
  (caller: Caller) =>
  async (lines: Lines, { onProgress, ...options }: ImportOptions = {}): Promise<ImportAnswer> => {
    let whole = nothing();
    let before = 0;
    const send = async (part: readonly string[]): Promise<boolean> => {
      const body = `${part.join('\n')}\n`;
      const answer = (await caller.call('importTenant', { body }, options)) as ImportAnswer;
      const done = answer.stopped ? doneOf(answer, part.length) : part.length;
      whole = added(withoutStop(whole), done === part.length ? withoutStop(answer) : answer, before);
      onProgress?.(whole);
      before += done;
      if (done === part.length) return true;
      return done > 0 && send(part.slice(done));
    };
    for await (const part of partsOf(lines)) if (!(await send(part))) break;
    return whole;
  };
