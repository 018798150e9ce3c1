import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import type { Lexicon } from '../../ports/lexicon.js';
import type { RecordLists } from '../../ports/records.js';
import { breathe } from '../breathe.js';
import type { MemoryVectors, VectorsNow } from '../embedding/memory-vectors.js';
import { textParts } from '../in-parts.js';
import { createMemoryFields, type MemoryFields } from '../indexing/memory-fields.js';

/** A memory as the index will hold it. */
interface Read {
  vector: Float32Array | null;
  fields: MemoryFields;
}

type Unindexed = RecordLists['unindexed'];

/** What an index would know of rows that it does not hold yet, by id; the same whatever is asked. */
export type ReadUnindexed = (
  tenant: TenantId,
  rows: Unindexed,
  embedderId: string | null,
) => Promise<ReadonlyMap<string, Read>>;

const CACHED = 1000;

const nothing: VectorsNow = { vectors: [], waiting: [] };

const keyOf = (tenant: TenantId, { id, version }: Unindexed[number], embedderId: string | null) =>
  `${tenant}\n${id}\n${version}\n${embedderId}`;

/** Reads each version of a row once, however many questions come before it is indexed. */
export function createReadUnindexed({
  vectorsOf,
  lexicon,
}: {
  vectorsOf: MemoryVectors['of'];
  lexicon: Lexicon;
}): ReadUnindexed {
  const fieldsOf = createMemoryFields(lexicon);
  const cache = new LRUCache<string, Read>({ max: CACHED });

  const read = async (tenant: TenantId, rows: Unindexed, embedderId: string | null) => {
    const [found, fields] = await Promise.all([
      embedderId !== null ? vectorsOf(tenant, rows).catch(() => null) : nothing,
      fieldsOf(tenant, rows),
    ]);
    const reads = fields.map((each, place): Read => ({ vector: found?.vectors[place] ?? null, fields: each }));
    return { reads, isWhole: found !== null && found.waiting.length === 0 };
  };

  /** Of those that are not in the cache. */
  const readNew = async (tenant: TenantId, rows: Unindexed, embedderId: string | null): Promise<[string, Read][]> => {
    const { reads, isWhole } = await read(tenant, rows, embedderId);
    return rows.flatMap((row, place): [string, Read][] => {
      const found = reads[place];
      if (!found) return [];
      // Without the model, or before it, only for now.
      if (isWhole) cache.set(keyOf(tenant, row, embedderId), found);
      return [[row.id, found]];
    });
  };

  return async (tenant, rows, embedderId) => {
    const known = rows.flatMap((row): [string, Read][] => {
      const cached = cache.get(keyOf(tenant, row, embedderId));
      return cached ? [[row.id, cached]] : [];
    });
    const found = new Map(known);
    for (const part of textParts(rows.filter(({ id }) => !found.has(id)))) {
      for (const [id, each] of await readNew(tenant, part, embedderId)) found.set(id, each);
      await breathe();
    }
    return found;
  };
}
