import type { Warning } from '@hippocamp/shared/schemas/common';
import type { IngestRepository, SessionPlace, SessionStep } from '../../ports/records.js';
import { NotYet } from '../outbox/not-yet.js';

/** How long an ingest waits for the one before it in its session, from when that one's turn came, ms. */
export const LONGEST_WAIT = 5_000;
/** Of those before it: more do not wait at once. */
const MOST_STEPS = 100;

const late: Warning = {
  code: 'session_order',
  message: 'What was said before it in its session had not been read in time; it was read all the same.',
};

/** When the turn came of the first of those that are still processing right before it; null where none is. */
function turnCameAt(steps: readonly SessionStep[]): Date | null {
  const ended = steps.findIndex(({ state }) => state !== 'processing');
  const first = ended < 0 ? steps.at(-1) : steps[ended - 1];
  if (!first) return null;
  const before = ended < 0 ? null : (steps[ended]?.finishedAt ?? null);
  return before && before > first.createdAt ? before : first.createdAt;
}

/** Rejects with `NotYet` while it has to wait for its turn. Answers what is to be told where it goes on without it. */
export async function awaitTurn(
  ingests: Pick<IngestRepository, 'stepsBefore'>,
  place: SessionPlace,
  now: Date,
): Promise<Warning[]> {
  const since = turnCameAt(await ingests.stepsBefore(place, MOST_STEPS));
  if (since === null) return [];
  const left = since.getTime() + LONGEST_WAIT - now.getTime();
  if (left > 0) throw new NotYet('The ingest before it in its session is not done.', left);
  return [late];
}
