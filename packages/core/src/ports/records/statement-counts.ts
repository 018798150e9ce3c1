import type { StatementCounts } from '@hippocamp/shared/schemas/memories';

/** What became of the statements of a tenant's texts, by the source of the text. An export does not carry it: it is told of this service's reading. */
export interface StatementCountRepository {
  /** Adds to what was counted; as the last thing of a transaction, because all ingests of a tenant write to the same few rows. */
  add(source: string, counts: StatementCounts): Promise<void>;
  /** Of all sources. */
  totals(): Promise<StatementCounts>;
}
