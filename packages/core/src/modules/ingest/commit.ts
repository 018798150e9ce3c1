import type { Named } from '@hippocamp/shared/language/named';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { StatementCounts, StatementOutcome } from '@hippocamp/shared/schemas/memories';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { Clock } from '../../ports/clock.js';
import type { Extraction, LlmExtraction } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey, JobKind } from '../../ports/job-queue.js';
import type { Lease, Outcome, TenantRepositories } from '../../ports/records.js';
import type { AgeingRules } from '../ageing/rules.js';
import { linkMentions } from '../graph/link-mentions.js';
import { SWEEP_AFTER } from '../outbox/wake-up.js';
import type { Candidates } from './candidates.js';
import { decide, factsOf } from './decide.js';
import { forgetDeleted, isThereYet } from './deleted-meanwhile.js';
import { asJson, type Decision, type IngestProgress, type IngestWork, isAccepted, report } from './ingest-work.js';
import { endReading, isDueYet, readingOf } from './later-reading.js';
import { isMoved, type Prepared } from './prepare.js';
import { reviewDecisions } from './review-decisions.js';
import { earlierWords } from './session.js';
import { type Spoken, storeDecisions } from './store-decisions.js';

export type OnStatements = (source: string, counts: StatementCounts) => void;

function countsOf(outcome: Outcome): Partial<StatementCounts> {
  const { status, statements = 1, replaced, replacedParts = [] } = outcome;
  if (status === 'needs_review') return { review: statements };
  if (!isAccepted(outcome)) return { repeat: statements };
  const replacing = Math.min(statements, replaced.length + replacedParts.length);
  return { replaced: replacing, kept: statements - replacing };
}

export function statementCounts(outcomes: readonly Outcome[], leftOut: number): StatementCounts {
  const counts: StatementCounts = { kept: 0, noise: leftOut, repeat: 0, replaced: 0, review: 0 };
  for (const [outcome, count] of outcomes.flatMap((one) => Object.entries(countsOf(one))))
    counts[outcome as StatementOutcome] += count;
  return counts;
}

/** Counts an ingest in the transaction that ends it, so that a repeated job counts once. Null before that. */
export async function countAtEnd(
  { statementCounts: counted }: Pick<TenantRepositories, 'statementCounts'>,
  { order, read, extractions }: Pick<IngestWork, 'order' | 'read' | 'extractions'>,
  outcomes: readonly Outcome[],
  kind: JobKind = 'ingest',
): Promise<StatementCounts | null> {
  if (!order.autoStore || outcomes.length < extractions.length) return null;
  const counts = statementCounts(outcomes, read.leftOut ?? 0);
  // The local reader's run has counted noise and repeats already.
  if (kind === 'model') Object.assign(counts, { noise: 0, repeat: 0 });
  await counted.add(order.source, counts);
  return counts;
}

interface CommittingDependencies {
  ageing: AgeingRules;
  anyoneReplaces: boolean;
  clock: Clock;
  ids: Ids;
  llmExtraction: LlmExtraction | null;
}

interface Committing {
  candidates: Candidates;
  prepared: Prepared;
  progress: IngestProgress;
  /** Null when entities are not linked. */
  named: ReadonlyMap<Extraction, readonly Named[]> | null;
  job: JobKey;
  lease: Lease;
}

export interface Committed {
  progress: IngestProgress;
  touched: string[];
  /** Set on the last part only. */
  counted: StatementCounts | null;
}

const outcomeOf = ({ extraction: _extraction, kept: _kept, ...outcome }: Decision): Outcome => outcome;

/** The memories that earlier parts of the text became. */
export const spokenBefore = ({ extractions }: IngestWork, { outcomes }: IngestProgress): Spoken[] =>
  outcomes.flatMap((outcome, place) => {
    const extraction = extractions[place];
    return extraction && isAccepted(outcome) ? [{ extraction, memoryId: outcome.memoryId }] : [];
  });

const carry = (
  { carried }: IngestProgress,
  { proposals }: Prepared,
  decisions: readonly Decision[],
  occurredAt: Date,
): IngestProgress['carried'] => {
  const replaced = new Set(decisions.flatMap((decision) => decision.replaced));
  const fresh = proposals.flatMap((proposal, place) => {
    const decision = decisions[place];
    return decision && isAccepted(decision) ? factsOf(proposal, decision, occurredAt) : [];
  });
  return [...carried, ...fresh].filter(({ id }) => !replaced.has(id));
};

/** `moved`: the records changed since the part was prepared. Null: the lease was lost or the ingest erased. */
type CommitResult = Committed | 'moved' | null;

/** Decides about some candidates and stores the accepted ones, in one transaction under the lock of the owner. */
export function createCommit({ ageing, anyoneReplaces, clock, ids, llmExtraction }: CommittingDependencies) {
  const link = async (
    repositories: TenantRepositories,
    { order }: IngestWork,
    { named }: Committing,
    decisions: readonly Decision[],
  ) => {
    if (!named || !order.autoStore) return;
    const stored = decisions.filter(isAccepted).map(({ memoryId, extraction }) => {
      return { memoryId, speaker: extraction.speaker ?? null, named: named.get(extraction) ?? [] };
    });
    await linkMentions(repositories, stored, { ownerEntityId: order.ownerEntityId ?? null, ids, now: clock.now() });
  };

  const mayGoOn = async (
    repositories: TenantRepositories,
    work: IngestWork,
    { kind, ref }: JobKey,
    lease: Lease,
  ): Promise<boolean> => {
    const { outbox } = repositories;
    // A worker that slept past its lease has lost the job to another one.
    if (!(await outbox.holds({ kind, ref }, lease))) return false;
    if (await (kind === 'model' ? isDueYet : isThereYet)(repositories, work)) return true;
    // The ingest was erased meanwhile: nothing of it may come back.
    await outbox.done({ kind, ref }, lease);
    return false;
  };

  const endIngest = async (
    { ingests, outbox }: TenantRepositories,
    { tenant, ingest }: IngestWork,
    found: IngestAnswer,
    at: Date,
  ) => {
    const model = readingOf(llmExtraction, tenant, ingest);
    await ingests.finish(ingest.traceId, { state: 'done', result: asJson(found), error: null, at, model });
    if (model?.state !== 'due') return;
    await outbox.enqueue([{ kind: 'model', ref: ingest.traceId }], at, new Date(at.getTime() + SWEEP_AFTER));
  };

  const writeOutcomes = async (
    repositories: TenantRepositories,
    work: IngestWork,
    { progress, job, lease }: Committing,
    added: readonly Outcome[],
  ): Promise<Outcome[]> => {
    const { ingests, outbox } = repositories;
    const { ingest, order, extractions } = work;
    const now = clock.now();
    const outcomes = [...progress.outcomes, ...added];
    if (outcomes.length < extractions.length) {
      if (order.autoStore) await ingests.addOutcomes(ingest.traceId, added.map(asJson), now);
      return outcomes;
    }
    const found = report(work, outcomes, now);
    if (job.kind === 'model') await endReading(repositories, work, found, { by: llmExtraction?.id, now });
    else await endIngest(repositories, work, found, now);
    await outbox.done({ kind: job.kind, ref: job.ref }, lease);
    return outcomes;
  };

  return async (repositories: TenantRepositories, work: IngestWork, committing: Committing): Promise<CommitResult> => {
    const { candidates, prepared, progress, job, lease } = committing;
    const { tenant, ingest, order, text, occurredAt, extractions, read } = work;
    await repositories.lockOwner(order.ownerEntityId ?? null);
    if (!(await mayGoOn(repositories, work, job, lease))) return null;
    if (await isMoved(repositories.memories, candidates, prepared)) return 'moved';
    const now = clock.now();
    const ofThisText = progress.outcomes.filter(isAccepted).map(({ memoryId }) => memoryId);
    const decisions = decide(prepared.proposals, { occurredAt, now, anyoneReplaces, nextId: ids.next, ofThisText });
    const earlier = await earlierWords(repositories, extractions, read.before ?? []);
    const spoken = spokenBefore(work, progress);
    const of = { tenant, ingest, text: withPlainLines(text), occurredAt, spoken, earlier };
    const storing = { ...of, extractorVersion: read.extractor, ageing, ids, now };
    const touched = order.autoStore ? await storeDecisions(repositories, decisions, storing) : [];
    const reviewed = order.autoStore ? await reviewDecisions(repositories, decisions, storing) : decisions;
    const outcomes = await writeOutcomes(repositories, work, committing, reviewed.map(outcomeOf));
    await link(repositories, work, committing, decisions);
    const isLast = outcomes.length >= extractions.length;
    if (isLast) touched.push(...(await forgetDeleted(repositories, work, progress.outcomes, now)));
    const carried = order.autoStore ? [] : carry(progress, prepared, decisions, occurredAt);
    return {
      progress: { outcomes, carried },
      touched,
      counted: await countAtEnd(repositories, work, outcomes, job.kind),
    };
  };
}
