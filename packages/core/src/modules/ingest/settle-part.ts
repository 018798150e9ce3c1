import type { Named } from '@hippocamp/shared/language/named';
import type { StatementCounts } from '@hippocamp/shared/schemas/memories';
import type { Clock } from '../../ports/clock.js';
import type { Extraction } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { Lease, TenantRepositories } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { linkMentions } from '../mentions/link-mentions.js';
import type { Spoken } from './candidate-memory.js';
import { gatherAll } from './compare-ahead.js';
import type { Comparisons } from './comparisons.js';
import { decide, factsOf } from './decide.js';
import { type Decision, isAccepted, type Outcome } from './decision.js';
import { earlierWords } from './earlier-words.js';
import { asJson, type IngestProgress, type IngestWork, report } from './ingest-work.js';
import type { Proposal } from './known-fact.js';
import { withPlainLines } from './normalise-input.js';
import type { Proposed } from './propose.js';
import { reviewDecisions } from './review-decisions.js';
import { countAtEnd } from './statement-counts.js';
import { storeDecisions } from './store-decisions.js';

export interface SettlingDependencies {
  facts: Facts;
  ageing: AgeingRules;
  anyoneReplaces: boolean;
  clock: Clock;
  ids: Ids;
}

/** A part of the candidates, and what was found out of it before. */
export interface Settling {
  proposed: Proposed;
  progress: IngestProgress;
  comparisons: Comparisons;
  /** Whom and what each candidate names; null where nothing is to be linked. */
  named: ReadonlyMap<Extraction, readonly Named[]> | null;
  job: JobKey;
  lease: Lease;
}

export interface Settled {
  progress: IngestProgress;
  /** Rows that have to be indexed after the commit. */
  touched: string[];
  /** With the last part: what became of all statements. */
  counted: StatementCounts | null;
}

const outcomeOf = ({ extraction: _extraction, kept: _kept, ...outcome }: Decision): Outcome => outcome;

/** Memories that earlier parts of the text became, and where they stand in it. */
const spokenBefore = ({ extractions }: IngestWork, { outcomes }: IngestProgress): Spoken[] =>
  outcomes.flatMap((outcome, place) => {
    const extraction = extractions[place];
    return extraction && isAccepted(outcome) ? [{ extraction, memoryId: outcome.memoryId }] : [];
  });

const carry = (
  carried: IngestProgress['carried'],
  proposals: readonly Proposal[],
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

/**
 * Decides about a part of the candidates and stores the accepted ones, in one transaction that looks once more under the lock
 * of the owner; with the last part, ends the ingest. Null where it is no longer this worker's, or was erased meanwhile. Rejects,
 * with nothing stored, where what is known by now has not been read or compared.
 */
export function createSettlePart(dependencies: SettlingDependencies) {
  const { facts, ageing, anyoneReplaces, clock, ids } = dependencies;

  const decidePart = async (
    repositories: TenantRepositories,
    { occurredAt }: IngestWork,
    { proposed, progress, comparisons }: Settling,
  ) => {
    const { proposals, known } = await gatherAll(proposed, progress, { repositories, facts });
    const decisions = decide(proposals, known, {
      occurredAt,
      now: clock.now(),
      anyoneReplaces,
      nextId: ids.next,
      ofThisText: progress.outcomes.filter(isAccepted).map(({ memoryId }) => memoryId),
      compare: comparisons.of,
    });
    return { proposals, decisions };
  };

  const link = async (
    repositories: TenantRepositories,
    { order }: IngestWork,
    { named }: Settling,
    decisions: readonly Decision[],
  ) => {
    if (!named || !order.autoStore) return;
    const stored = decisions.filter(isAccepted).map(({ memoryId, extraction }) => {
      return { memoryId, speaker: extraction.speaker ?? null, named: named.get(extraction) ?? [] };
    });
    await linkMentions(repositories, stored, { ownerEntityId: order.ownerEntityId ?? null, ids, now: clock.now() });
  };

  const mayGoOn = async (
    { ingests, outbox }: TenantRepositories,
    { traceId }: IngestWork['ingest'],
    { kind, ref }: JobKey,
    lease: Lease,
  ): Promise<boolean> => {
    // A worker that slept through its lease finds that another one does the work.
    if (!(await outbox.holds({ kind, ref }, lease))) return false;
    if (await ingests.isThere(traceId)) return true;
    // Erased meanwhile: nothing of it may come back.
    await outbox.done({ kind, ref }, lease);
    return false;
  };

  return async (repositories: TenantRepositories, work: IngestWork, settling: Settling): Promise<Settled | null> => {
    const { progress, job, lease } = settling;
    const { tenant, ingest, order, text, occurredAt, extractions } = work;
    const { ingests, outbox } = repositories;
    await repositories.lockOwner(order.ownerEntityId ?? null);
    if (!(await mayGoOn(repositories, ingest, job, lease))) return null;
    const { proposals, decisions } = await decidePart(repositories, work, settling);
    const now = clock.now();
    const earlier = await earlierWords(repositories, extractions, work.read.before ?? []);
    const of = {
      tenant,
      ingest,
      text: withPlainLines(text),
      occurredAt,
      spoken: spokenBefore(work, progress),
      earlier,
    };
    const storing = { ...of, extractorVersion: work.read.extractor, ageing, ids, now };
    const touched = order.autoStore ? await storeDecisions(repositories, decisions, storing) : [];
    const reviewed = order.autoStore ? await reviewDecisions(repositories, decisions, storing) : decisions;
    const added = reviewed.map(outcomeOf);
    const outcomes = [...progress.outcomes, ...added];
    if (outcomes.length < extractions.length) {
      if (order.autoStore) await ingests.addOutcomes(ingest.traceId, added.map(asJson), now);
    } else {
      const result = asJson(report(work, outcomes, now));
      await ingests.finish(ingest.traceId, { state: 'done', result, error: null, at: now });
      await outbox.done({ kind: job.kind, ref: job.ref }, lease);
    }
    await link(repositories, work, settling, decisions);
    const carried = order.autoStore ? [] : carry(progress.carried, proposals, decisions, occurredAt);
    return { progress: { outcomes, carried }, touched, counted: await countAtEnd(repositories, work, outcomes) };
  };
}
