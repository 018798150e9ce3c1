import { isDeepStrictEqual } from 'node:util';
import { isAssistants } from '@hippocamp/shared/language/statement';
import type { MemoryFilter, MemoryRecord, MemorySort } from '../../ports/records.js';

/** The filter, once more and without a database: what the records have to agree with. */

const isValid = (row: MemoryRecord, filter: MemoryFilter) => {
  if (!filter.asOf) return filter.includeSuperseded || row.invalidAt === null;
  return row.occurredAt <= filter.asOf && (row.invalidAt === null || row.invalidAt > filter.asOf);
};

const isExpired = (row: MemoryRecord, { expiredShortTerm }: MemoryFilter) =>
  expiredShortTerm !== undefined &&
  row.tier === 'short_term' &&
  row.createdAt <= expiredShortTerm.createdUntil &&
  (row.accessCount < expiredShortTerm.accessBelow || isAssistants(row.speaker));

const isCreatedWithin = (row: MemoryRecord, { createdAfter, createdBefore }: MemoryFilter) =>
  (createdAfter === undefined || row.createdAt >= createdAfter) &&
  (createdBefore === undefined || row.createdAt < createdBefore);

const hasTags = (row: MemoryRecord, { tags, tagsAll }: MemoryFilter) =>
  (tags === undefined || tags.some((tag) => row.tags.includes(tag))) &&
  (tagsAll === undefined || tagsAll.every((tag) => row.tags.includes(tag)));

const hasMetadata = (row: MemoryRecord, { metadata, sessionId }: MemoryFilter) =>
  (sessionId === undefined || row.metadata.sessionId === sessionId) &&
  Object.entries(metadata ?? {}).every(([key, value]) => isDeepStrictEqual(row.metadata[key], value));

const comesFrom = (row: MemoryRecord, { ownerEntityId, owners, sourceArtifactId, tiers }: MemoryFilter) =>
  (ownerEntityId === undefined || row.ownerEntityId === ownerEntityId) &&
  (owners === undefined || owners.includes(row.ownerEntityId)) &&
  (sourceArtifactId === undefined || row.sourceArtifactId === sourceArtifactId) &&
  (tiers === undefined || tiers.includes(row.tier));

export const passes = (row: MemoryRecord, filter: MemoryFilter): boolean =>
  (filter.includeArchived || row.archivedAt === null) &&
  !(filter.exceptAssistants && isAssistants(row.speaker)) &&
  isValid(row, filter) &&
  !isExpired(row, filter) &&
  isCreatedWithin(row, filter) &&
  hasTags(row, filter) &&
  hasMetadata(row, filter) &&
  comesFrom(row, filter);

export const sortValue = (row: MemoryRecord, sortBy: MemorySort) =>
  sortBy === 'createdAt' ? row.createdAt.getTime() : row[sortBy];

/** Ties by id, in the direction of the sort. */
export function inOrder(rows: readonly MemoryRecord[], sortBy: MemorySort, sortOrder: 'asc' | 'desc'): MemoryRecord[] {
  const direction = sortOrder === 'asc' ? 1 : -1;
  return [...rows].sort((first, second) => {
    const difference = sortValue(first, sortBy) - sortValue(second, sortBy);
    return direction * (difference || (first.id < second.id ? -1 : 1));
  });
}
