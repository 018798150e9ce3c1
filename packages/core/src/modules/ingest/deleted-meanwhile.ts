import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { Outcome, TenantRepositories } from '../../ports/records.js';
import { NotYet } from '../outbox/failures.js';
import type { Forgotten } from '../redaction/forgotten.js';
import { findTraces, redactTraces } from '../redaction/traces.js';
import { type IngestWork, isAccepted } from './ingest-work.js';

/** Call under the lock of the owner, which deletions take too. Rejects with `NotYet` when the text was changed. */
export async function isThereYet(
  { ingests, artifacts }: Pick<TenantRepositories, 'ingests' | 'artifacts'>,
  { ingest: { traceId, artifactId }, text }: Pick<IngestWork, 'ingest' | 'text'>,
): Promise<boolean> {
  if (!(await ingests.isThere(traceId))) return false;
  if (artifactId && (await artifacts.get(artifactId))?.content !== text)
    throw new NotYet('A part of the text was deleted while it was worked on; the job goes on with what is left.', 0);
  return true;
}

const notLiving = async ({ memories }: Pick<TenantRepositories, 'memories'>, ids: readonly string[]) => {
  const living = new Set((await memories.wordings(ids)).map(({ id }) => id));
  return new Set(ids.filter((id) => !living.has(id)));
};

/** The memories that the text became, also at an earlier reading. */
const drawnFrom = ({ ingest, order }: Pick<IngestWork, 'ingest' | 'order'>, outcomes: readonly Outcome[]): string[] => {
  const before = ingest.result as unknown as IngestAnswer | null;
  const ids = (before?.acceptedMemories ?? []).flatMap(({ memoryId }) => memoryId ?? []);
  return order.autoStore ? [...ids, ...outcomes.filter(isAccepted).map(({ memoryId }) => memoryId)] : [];
};

/** Without storing, an earlier part of the text is no memory. */
const repeatedBy = ({ order }: Pick<IngestWork, 'order'>, outcomes: readonly Outcome[]): string[] =>
  outcomes
    .filter((outcome) => !isAccepted(outcome) && (order.autoStore || !outcome.repeatsItself))
    .flatMap(({ memoryId }) => memoryId ?? []);

/**
 * Call in the transaction that stores the answer, with the outcomes of earlier parts. Deletions found no answer until
 * then, so what it says of memories that are gone goes now. Answers the ids to index.
 */
export async function forgetDeleted(
  repositories: TenantRepositories,
  work: Pick<IngestWork, 'ingest' | 'order'>,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<string[]> {
  const { artifactId } = work.ingest;
  const drawn = drawnFrom(work, outcomes);
  const named = new Set([...drawn, ...repeatedBy(work, outcomes)]);
  if (named.size === 0) return [];
  const gone = await notLiving(repositories, [...named]);
  if (gone.size === 0) return [];
  const of = { ownerEntityId: work.order.ownerEntityId ?? null, keeps: null, wordings: [], artifactId, span: null };
  const forgotten = [...gone].map((id): Forgotten => ({ id, ...of }));
  const traces = await findTraces(repositories, forgotten);
  const changed = await repositories.memories.emptyContexts([...gone], now, traces.contextsOf);
  if (artifactId && drawn.some((id) => gone.has(id))) await repositories.artifacts.removeUnused([artifactId]);
  await redactTraces(repositories, traces, now);
  await repositories.idempotency.forget(changed);
  return changed;
}
