import type { StatementCounts, StatementOutcome } from '@hippocamp/shared/schemas/memories';
import type { Outcome, TenantRepositories } from '../../ports/records.js';
import { isAccepted } from './decision.js';
import type { IngestWork } from './ingest-work.js';

export type OnStatements = (source: string, counts: StatementCounts) => void;

/** What became of a candidate's statements: those that take the place of others, and the rest. */
function countsOf(outcome: Outcome): Partial<StatementCounts> {
  const { status, statements = 1, replaced, replacedParts = [] } = outcome;
  if (status === 'needs_review') return { review: statements };
  if (!isAccepted(outcome)) return { repeat: statements };
  const replacing = Math.min(statements, replaced.length + replacedParts.length);
  return { replaced: replacing, kept: statements - replacing };
}

/** What became of the statements of a text. */
export function statementCounts(outcomes: readonly Outcome[], leftOut: number): StatementCounts {
  const counts: StatementCounts = { kept: 0, noise: leftOut, repeat: 0, replaced: 0, review: 0 };
  for (const [outcome, count] of outcomes.flatMap((one) => Object.entries(countsOf(one))))
    counts[outcome as StatementOutcome] += count;
  return counts;
}

/**
 * Counts an ingest once, in the transaction that ends it, so that a job which is killed and runs again counts no more. Null
 * where it goes on, or is tried without storing anything.
 */
export async function countAtEnd(
  { statementCounts: counted }: Pick<TenantRepositories, 'statementCounts'>,
  { order, read, extractions }: Pick<IngestWork, 'order' | 'read' | 'extractions'>,
  outcomes: readonly Outcome[],
): Promise<StatementCounts | null> {
  if (!order.autoStore || outcomes.length < extractions.length) return null;
  const counts = statementCounts(outcomes, read.leftOut ?? 0);
  await counted.add(order.source, counts);
  return counts;
}
