import { expect, it } from 'vitest';
import type { TenantRecords, TenantRepositories } from '../../ports/records.js';
import { minutesAfter, NOON } from '../../testing/builders.js';
import { beginBringing, ErasedMeanwhile, noteErasure } from './erased-meanwhile.js';

/** Counts what is asked of the records, each of which is a statement. */
const stage = () => {
  const rows = new Map<string, Record<string, unknown>>();
  const asked: string[] = [];
  const counted =
    <Given extends unknown[], Result>(name: string, work: (...given: Given) => Result) =>
    async (...given: Given): Promise<Result> => {
      asked.push(name);
      return work(...given);
    };
  const repositories = {
    lockOwner: counted('lockOwner', () => undefined),
    lockOwners: counted('lockOwners', () => undefined),
    idempotency: {
      claim: counted('claim', () => null),
      release: counted('release', (key: string) => void rows.delete(key)),
      store: counted(
        'store',
        (key: string, { result }: { result: Record<string, unknown> }) => void rows.set(key, result),
      ),
      resume: counted('resume', (key: string) => rows.get(key) ?? null),
      results: counted('results', (keys: readonly string[]) => keys.flatMap((key) => rows.get(key) ?? [])),
    },
  } as unknown as TenantRepositories;
  const own = {
    ...repositories,
    transaction: async (work: (within: TenantRepositories) => Promise<unknown>) => work(repositories),
  } as unknown as TenantRecords;
  return { own, repositories, asked };
};

it('an import asks for all owners of its lines at once', async () => {
  const { own, repositories, asked } = stage();
  const bringing = await beginBringing(own, 'one', NOON);
  asked.length = 0;
  const owners = Array.from({ length: 200 }, (_, place) => `owner ${place}`);
  await bringing.check(repositories, owners);
  expect(asked).toEqual(['lockOwners', 'results', 'resume']);
  await noteErasure(own, 'owner 117', minutesAfter(1));
  await expect(bringing.check(repositories, owners)).rejects.toBeInstanceOf(ErasedMeanwhile);
  await bringing.check(repositories, ['owner 1']);
  const later = await beginBringing(own, 'two', minutesAfter(2));
  await later.check(repositories, owners);
});
