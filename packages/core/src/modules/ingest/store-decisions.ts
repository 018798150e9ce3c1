import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Ids } from '../../ports/ids.js';
import type { IngestRecord, RelationRecord, TenantRepositories } from '../../ports/records.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { supersedeParts } from '../memories/replaced-parts.js';
import { MAY_SUPERSEDE } from '../memories/replacements.js';
import { storeMemories } from '../memories/store-memories.js';
import { candidateMemory, type Spoken } from './candidate-memory.js';
import { type Accepted, type Decision, isAccepted } from './decision.js';
import type { EarlierWords } from './earlier-words.js';
import { supersede } from './supersede.js';

export interface Storing {
  tenant: TenantId;
  ingest: IngestRecord;
  /** As it was extracted from. */
  text: string;
  extractorVersion: string;
  ageing: AgeingRules;
  ids: Ids;
  now: Date;
  /** Memories of the same text that were stored before these. */
  spoken: readonly Spoken[];
  /** What of earlier texts of its session may stand in them. */
  earlier: EarlierWords;
  /** When the text was said: from then on what it replaces no longer holds. */
  occurredAt: Date;
}

const replacements = (accepted: readonly Accepted[]) =>
  accepted.flatMap(({ memoryId, replaced }) => replaced.map((earlierId) => ({ laterId: memoryId, earlierId })));

/** From the later told to the earlier: a query that finds both shows the later first. */
const besides = (accepted: readonly Accepted[], { ids, now }: Pick<Storing, 'ids' | 'now'>): RelationRecord[] =>
  accepted.flatMap(({ memoryId, beside = [] }) =>
    beside.map(({ id, isLater }): RelationRecord => {
      const [fromId, toId] = isLater ? [id, memoryId] : [memoryId, id];
      const ends = { fromType: 'memory' as const, fromId, toType: 'memory' as const, toId };
      return { id: ids.next(), type: MAY_SUPERSEDE, ...ends, weight: 1, metadata: {}, createdAt: now };
    }),
  );

/** Stores what was accepted and marks what it replaces. Answers the rows that have to be indexed after the commit. */
export async function storeDecisions(
  repositories: TenantRepositories,
  decisions: readonly Decision[],
  storing: Storing,
): Promise<string[]> {
  const accepted = decisions.filter(isAccepted);
  const own = new Set(accepted.map(({ memoryId }) => memoryId));
  const pairs = replacements(accepted);
  const within = pairs.filter(({ earlierId }) => own.has(earlierId));
  const replacedWithin = new Map(within.map(({ laterId, earlierId }) => [earlierId, laterId]));
  const spoken = [...storing.spoken, ...accepted];
  const memories = accepted.map((decision) => candidateMemory(decision, spoken, { ...storing, replacedWithin }));
  await storeMemories(repositories, memories, storing.now);
  const later = accepted.flatMap(({ memoryId, replacedBy }) =>
    replacedBy ? [{ laterId: replacedBy.id, earlierId: memoryId }] : [],
  );
  const superseded = await supersede(repositories, pairs, storing, { own, later });
  const parts = accepted.flatMap(({ memoryId, replacedParts = [] }) =>
    replacedParts.map((part) => ({ ...part, laterId: memoryId })),
  );
  const edges = besides(accepted, storing);
  if (edges.length > 0) await repositories.relations.add(edges);
  return [...own, ...superseded, ...(await supersedeParts(repositories, parts, storing))];
}
