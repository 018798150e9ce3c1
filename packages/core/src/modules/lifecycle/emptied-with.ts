import type { LifecycleRepository } from '../../ports/records.js';
import { groupBy } from '../in-parts.js';

/**
 * The distilled memories that have no source left once these are gone, those of other distilled ones too. Found before
 * anything is removed: a client may import them any number deep, and each level by itself would take a round of
 * statements.
 */
export async function emptiedWith(
  { descent }: Pick<LifecycleRepository, 'descent'>,
  ids: readonly string[],
): Promise<string[]> {
  const left = new Map((await descent(ids)).map(({ id, sourceIds }) => [id, new Set(sourceIds)]));
  const told = [...left].flatMap(([id, sourceIds]) => [...sourceIds].map((sourceId) => ({ id, sourceId })));
  const bySource = groupBy(told, ({ sourceId }) => sourceId);
  const gone = new Set(ids);
  // A set also goes through what is added to it meanwhile.
  for (const sourceId of gone) {
    for (const { id } of bySource.get(sourceId) ?? []) {
      const sources = left.get(id);
      sources?.delete(sourceId);
      if (sources?.size === 0) gone.add(id);
    }
  }
  return [...gone].slice(new Set(ids).size);
}
