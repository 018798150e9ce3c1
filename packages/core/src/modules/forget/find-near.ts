import type { ToForget } from '@hippocamp/shared/language/forgetting';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { MOST_FORGOTTEN } from '@hippocamp/shared/schemas/forget';
import { QUERY_LENGTH } from '@hippocamp/shared/schemas/query';
import type { MemoryRecord, Records } from '../../ports/records.js';
import { contentHash, cutText } from '../memories/normalise.js';
import { lacking } from '../retrieval/lacking.js';
import type { Recall, Recalled } from '../retrieval/recall.js';

/** What may say something, or be about it. */
export interface Near {
  memories: MemoryRecord[];
  /** Of each memory, 0..1, the greatest over all that was asked. */
  relevance: ReadonlyMap<string, number>;
  /** Parts that could not be looked at, as answers say it. */
  lacks: ReturnType<typeof lacking> & { approximate?: boolean };
}

/** Looked for at a time: others who ask the same engines wait behind these alone. */
const AT_ONCE = 3;

const greatest = (found: readonly Recalled[]): Map<string, number> => {
  const relevance = new Map<string, number>();
  for (const { id, score } of found.flatMap(({ rankings }) => rankings.flatMap(({ ranked }) => ranked))) {
    relevance.set(id, Math.max(score, relevance.get(id) ?? 0));
  }
  return relevance;
};

/**
 * Of one owner, archived and replaced ones among them: what a search finds, and what has the same words.
 */
export async function findNear(
  tenant: TenantId,
  ownerEntityId: string | null,
  asked: readonly ToForget[],
  { recall, records, now }: { recall: Recall; records: Records; now: Date },
): Promise<Near> {
  const filter = { ownerEntityId, includeArchived: true, includeSuperseded: true };
  const questions = asked.map(({ text }) => cutText(text, QUERY_LENGTH));
  const found: Recalled[] = [];
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const some = questions.slice(from, from + AT_ONCE);
    found.push(await recall(tenant, { questions: some, filter, k: MOST_FORGOTTEN, weights: { semantic: 1 }, now }));
  }
  const rankings = found.flatMap((one) => one.rankings);
  const { memories } = records.forTenant(tenant);
  const same = await memories.withHashes(
    ownerEntityId,
    asked.map(({ text }) => contentHash(text)),
  );
  const all = [
    ...found.flatMap(({ records: rows }) => [...rows.values()]),
    ...(await memories.getMany(same.map(({ id }) => id))),
  ];
  return {
    memories: [...new Map(all.map((memory) => [memory.id, memory])).values()],
    relevance: greatest(found),
    lacks: {
      ...lacking({
        degraded: rankings.some(({ degraded }) => degraded),
        unreached: Math.max(0, ...found.map(({ unreached }) => unreached)),
      }),
      ...(rankings.some(({ approximate }) => approximate) ? { approximate: true } : {}),
    },
  };
}
