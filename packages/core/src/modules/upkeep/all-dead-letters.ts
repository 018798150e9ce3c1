import type { Clock } from '../../ports/clock.js';
import type {
  DeadLetterChoice,
  OutboxKey,
  OutboxRepository,
  Records,
  TenantDeadLetter,
  TenantRepositories,
} from '../../ports/records.js';
import { groupBy, pagesOf } from '../in-parts.js';

/** Dead letters of all tenants, for the operator. */
export interface AllDeadLetters {
  list(which: DeadLetterChoice): AsyncGenerator<TenantDeadLetter>;
  /** Gives the jobs all their attempts again. Failed ingests are processing again. */
  retry(which: DeadLetterChoice): Promise<number>;
  /** Removes the jobs from the work list. Their rows stay as they are. */
  discard(which: DeadLetterChoice): Promise<number>;
}

const PAGE = 500;

/** Gives dead letters all their attempts again. Failed ingests are processing again. Answers the keys. */
export async function replayLetters(
  { outbox, ingests }: Pick<TenantRepositories, 'outbox' | 'ingests'>,
  which: Parameters<OutboxRepository['replay']>[0],
  limit: number,
  now: Date,
): Promise<OutboxKey[]> {
  const keys = await outbox.replay(which, now, limit);
  const traceIds = keys.filter(({ kind }) => kind === 'ingest').map(({ ref }) => ref);
  if (traceIds.length > 0) await ingests.reopen(traceIds, now);
  return keys;
}

type Treatment = (repositories: TenantRepositories, keys: readonly OutboxKey[]) => Promise<number>;

export function createAllDeadLetters({ records, clock }: { records: Records; clock: Clock }): AllDeadLetters {
  const pages = (which: DeadLetterChoice) =>
    pagesOf(PAGE, (last: TenantDeadLetter | null) => records.outbox.deadLetters(which, last, PAGE));

  const treat = async (which: DeadLetterChoice, treatment: Treatment) => {
    let count = 0;
    for await (const page of pages(which)) {
      for (const [tenant, keys] of groupBy(page, ({ tenant: whose }) => whose)) {
        count += await records.forTenant(tenant).transaction((repositories) => treatment(repositories, keys));
      }
    }
    return count;
  };

  return {
    async *list(which) {
      for await (const page of pages(which)) yield* page;
    },
    retry: (which) =>
      treat(which, async (repositories, keys) => {
        const now = clock.now();
        let count = 0;
        for (const [kind, same] of groupBy(keys, (key) => key.kind)) {
          const refs = same.map(({ ref }) => ref);
          count += (await replayLetters(repositories, { kind, refs }, refs.length, now)).length;
        }
        return count;
      }),
    discard: (which) => treat(which, ({ outbox }, keys) => outbox.discard(keys)),
  };
}
