import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type {
  DeadLetterChoice,
  OutboxKey,
  Records,
  TenantDeadLetter,
  TenantRepositories,
} from '../../ports/records.js';

/** Of all tenants, for who runs the service. Each answers part by part what it did. */
export interface AllDeadLetters {
  list(which: DeadLetterChoice): AsyncGenerator<TenantDeadLetter>;
  /** Gives them all their attempts again; the sweeper rings them. What failed for good is processing again. */
  retry(which: DeadLetterChoice): Promise<number>;
  /** Takes them off the work list for good. What they were about stays as it is. */
  discard(which: DeadLetterChoice): Promise<number>;
}

const PAGE = 500;

/** What is done about the keys of one tenant, in one transaction. Answers how many keys it concerned. */
type Treatment = (repositories: TenantRepositories, keys: readonly OutboxKey[]) => Promise<number>;

const byTenant = (letters: readonly TenantDeadLetter[]): Map<TenantId, OutboxKey[]> => {
  const tenants = new Map<TenantId, OutboxKey[]>();
  for (const { tenant, kind, ref } of letters) tenants.set(tenant, [...(tenants.get(tenant) ?? []), { kind, ref }]);
  return tenants;
};

const byKind = (keys: readonly OutboxKey[]) =>
  [...new Set(keys.map(({ kind }) => kind))].map((kind) => ({
    kind,
    refs: keys.filter((key) => key.kind === kind).map(({ ref }) => ref),
  }));

export function createAllDeadLetters({ records, clock }: { records: Records; clock: Clock }): AllDeadLetters {
  async function* pages(which: DeadLetterChoice) {
    for (let after: TenantDeadLetter | null = null; ; ) {
      const page: TenantDeadLetter[] = await records.outbox.deadLetters(which, after, PAGE);
      yield page;
      after = page.at(-1) ?? null;
      if (page.length < PAGE) return;
    }
  }

  const treat = async (which: DeadLetterChoice, treatment: Treatment) => {
    let count = 0;
    for await (const page of pages(which)) {
      for (const [tenant, keys] of byTenant(page)) {
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
      treat(which, async ({ outbox, ingests }, keys) => {
        const now = clock.now();
        let count = 0;
        for (const { kind, refs } of byKind(keys)) {
          const replayed = (await outbox.replay({ kind, refs }, now, refs.length)).map(({ ref }) => ref);
          if (kind === 'ingest' && replayed.length > 0) await ingests.reopen(replayed, now);
          count += replayed.length;
        }
        return count;
      }),
    discard: (which) => treat(which, ({ outbox }, keys) => outbox.discard(keys)),
  };
}
