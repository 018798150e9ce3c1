import type { MemoryRepository, Origin } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Database } from './database.js';
import { buryMemories, emptyContexts } from './memory-bury.js';
import { indexStates, markIndexed, markUnindexed, memoryVersions, memoryVersionsOf } from './memory-indexing.js';
import { knownMemories, memoriesWithFacts, sayingExactly } from './memory-known.js';
import { memoryFacts, memoryLists, memoryReach, unembeddedMemories, vectorCounts } from './memory-lists.js';
import { memoryPage } from './memory-page.js';
import {
  countMemories,
  getMemories,
  getMemory,
  keptReadings,
  matchingIds,
  memoriesWithHashes,
  memoryContents,
  memoryHoldings,
  memoryStats,
  retiredHashes,
} from './memory-reads.js';
import {
  memoriesCiting,
  memoriesDrawnFrom,
  memoriesReplacedBy,
  memoryOwners,
  memoryWordings,
  placesReworded,
} from './memory-wordings.js';
import {
  insertMemories,
  keepReadings,
  recordAccess,
  setFacts,
  storeMemories,
  supersedeMemories,
  updateMemory,
} from './memory-writes.js';

export function createMemoryRepository(database: Database, tenant: TenantId, origin?: Origin): MemoryRepository {
  return {
    insert: (memories) => insertMemories(database, tenant, memories),
    store: (memories, history, ring) => storeMemories(database, tenant, memories, history, { ...ring, origin }),
    get: (id, options) => getMemory(database, tenant, id, options ?? {}),
    getMany: (ids, filter) => getMemories(database, tenant, ids, filter),
    update: (id, changes, at) => updateMemory(database, tenant, id, changes, at),
    setFacts: (id, factKeys) => setFacts(database, tenant, id, factKeys),
    readings: (ids) => keptReadings(database, tenant, ids),
    keepReadings: (rows) => keepReadings(database, tenant, rows),
    supersede: (rows, at) => supersedeMemories(database, tenant, rows, at),
    knownBy: (ownerEntityId, sought) => knownMemories(database, { tenant, ownerEntityId }, sought),
    sayingExactly: (ownerEntityId, hashes) => sayingExactly(database, { tenant, ownerEntityId }, hashes),
    withFacts: (ownerEntityId, factKeys) => memoriesWithFacts(database, { tenant, ownerEntityId }, factKeys),
    recordAccess: (id, at, rules) => recordAccess(database, tenant, id, at, rules),
    page: (request) => memoryPage(database, tenant, request),
    matching: (filter, part) => matchingIds(database, tenant, filter, part),
    count: (filter) => countMemories(database, tenant, filter),
    bury: (ids, at, contextsOf) => buryMemories(database, tenant, ids, at, contextsOf),
    emptyContexts: (sourceIds, at, contextsOf) => emptyContexts(database, tenant, sourceIds, at, contextsOf),
    owners: (ids) => memoryOwners(database, tenant, ids),
    wordings: (ids) => memoryWordings(database, tenant, ids),
    drawnFrom: (artifactIds) => memoriesDrawnFrom(database, tenant, artifactIds),
    rewordedIn: (artifactId) => placesReworded(database, tenant, artifactId),
    citing: (sourceIds) => memoriesCiting(database, tenant, sourceIds),
    replacedBy: (ids) => memoriesReplacedBy(database, tenant, ids),
    holdings: () => memoryHoldings(database, tenant),
    stats: (since) => memoryStats(database, tenant, since),
    withHashes: (ownerEntityId, hashes) => memoriesWithHashes(database, tenant, ownerEntityId, hashes),
    retiredHashes: (ownerEntityId, hashes) => retiredHashes(database, tenant, ownerEntityId, hashes),
    reach: (filter) => memoryReach(database, tenant, filter),
    vectorCounts: () => vectorCounts(database, tenant),
    unembedded: (filter) => unembeddedMemories(database, tenant, filter),
    lists: (filter, m, unindexedLimit, near) => memoryLists(database, tenant, { filter, m, unindexedLimit, near }),
    facts: (ids, filter) => memoryFacts(database, tenant, ids, filter),
    indexStates: (ids) => indexStates(database, tenant, ids),
    markIndexed: (rows) => markIndexed(database, tenant, rows),
    versions: (after, limit) => memoryVersions(database, tenant, after, limit),
    versionsOf: (ids) => memoryVersionsOf(database, tenant, ids),
    markUnindexed: (ids, at) => markUnindexed(database, tenant, ids, at),
    contents: (after, limit) => memoryContents(database, tenant, after, limit),
  };
}
