import { describe, expect, it } from 'vitest';
import type { Outbox, OutboxKey, Records, TenantDeadLetter, TenantRepositories } from '../../ports/records.js';
import { NOON, tenantNamed } from '../../testing/builders.js';
import { createAllDeadLetters } from './all-dead-letters.js';

const letterOf = (tenant: string, kind: OutboxKey['kind'], ref: string): TenantDeadLetter => ({
  ...{ tenant: tenantNamed(tenant), kind, ref, attempts: 9, error: 'It broke.', createdAt: NOON, deadAt: NOON },
});

const given = (letters: readonly TenantDeadLetter[], gone: ReadonlySet<string> = new Set()) => {
  const done: string[] = [];
  const left = (refs: readonly string[]) => refs.filter((ref) => !gone.has(ref));
  const deadLetters: Outbox['deadLetters'] = async (_which, after, limit) => {
    const start = after ? letters.findIndex(({ ref }) => ref === after.ref) + 1 : 0;
    return letters.slice(start, start + limit);
  };
  const own = (tenant: string) => ({
    outbox: {
      async replay({ kind = 'index', refs = [] }: { kind?: OutboxKey['kind']; refs?: readonly string[] }) {
        done.push(`${tenant}: ${kind} ${left(refs).length}`);
        return left(refs).map((ref) => ({ kind, ref }));
      },
      async discard(keys: readonly OutboxKey[]) {
        return left(keys.map(({ ref }) => ref)).length;
      },
    },
    ingests: { reopen: async (ids: readonly string[]) => void done.push(`${tenant}: open again ${ids.length}`) },
  });
  const forTenant = (tenant: string) => ({
    transaction: (work: (repositories: TenantRepositories) => unknown) =>
      work(own(tenant) as unknown as TenantRepositories),
  });
  const records = { outbox: { deadLetters }, forTenant } as unknown as Records;
  return { all: createAllDeadLetters({ records, clock: { now: () => NOON } }), done };
};

const many = [
  ...Array.from({ length: 700 }, (_, at) => letterOf('a', 'index', `a ${at}`)),
  ...Array.from({ length: 3 }, (_, at) => letterOf('b', 'ingest', `b ${at}`)),
];

describe('dead letters of all tenants', () => {
  it('are listed to the end', async () => {
    const refs: string[] = [];
    for await (const { ref } of given(many).all.list({})) refs.push(ref);
    expect(refs).toEqual(many.map(({ ref }) => ref));
  });

  it('are tried again part by part, and ingests are open again with them', async () => {
    const { all, done } = given(many);
    expect(await all.retry({})).toBe(703);
    expect(done).toEqual(['a: index 500', 'a: index 200', 'b: ingest 3', 'b: open again 3']);
  });

  it('are counted where they were treated, and not where somebody else did it', async () => {
    const gone = new Set(['a 0', 'b 0', 'b 1', 'b 2']);
    const { all, done } = given(many, gone);
    expect(await all.retry({})).toBe(699);
    expect(done).not.toContainEqual(expect.stringContaining('open again'));
    expect(await given(many, gone).all.discard({})).toBe(699);
  });
});
