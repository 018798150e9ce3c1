import { createEmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import { createWordVectors } from '@hippocamp/adapters/word-vectors/embedder';
import { createAgeingRules } from '@hippocamp/core/modules/ageing/rules';
import { embeddingId } from '@hippocamp/core/modules/indexing/index-memories';
import { createMemoryEmbedder } from '@hippocamp/core/modules/indexing/memory-vectors';
import { createLexicon, createMemoryFields } from '@hippocamp/core/modules/indexing/write-states';
import { newMemory } from '@hippocamp/core/modules/memory-store/new-memory';
import { defaultPolicies } from '@hippocamp/core/modules/policies';
import { createIds } from '@hippocamp/runtime/clock-and-ids';
import { openEmbeddedRecords } from '@hippocamp/runtime/engines/embedded';
import { createLogger } from '@hippocamp/runtime/logger';
import { nothingRead } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { MemoryCreate } from '@hippocamp/shared/schemas/memories';
import { terms } from '@hippocamp/shared/text/terms';
import { createCopies } from './filling-copies.js';

/** Fills a data folder as a gateway would, in a tenth of the time. */
export interface FillingParts {
  /** `occurredAt` becomes the creation time; returns the ids of the indexed memories. */
  fill(tenant: string, memories: readonly MemoryCreate[]): Promise<string[]>;
  /** Copies each memory to the tenant at the same place of `tenants`. */
  copy(from: string, ids: readonly string[], tenants: readonly string[]): Promise<void>;
  /** Questions weigh their words by these counts. */
  countWords(tenant: string): Promise<void>;
  close(): Promise<void>;
}

/** A real reading would take longest of all, and nothing compares these memories. */
const readingOf = (content: string) => {
  const words = terms(content);
  return { ...nothingRead, words, stems: [...new Set(words)], marks: [], by: 'bench' };
};

/** No gateway may have the folder open. */
export async function openFillingParts(folder: string): Promise<FillingParts> {
  const embedder = await createWordVectors();
  const { records, sql, close } = await openEmbeddedRecords(folder, createLogger('warn'));
  const index = createEmbeddedIndex({ sql });
  await index.ensure(embedder);
  const [ids, ageing] = [createIds(), createAgeingRules(defaultPolicies)];
  const embed = createMemoryEmbedder(embedder);
  const fieldsOf = createMemoryFields(createLexicon());
  const copies = createCopies(records, sql);

  const made = (tenant: TenantId, memory: MemoryCreate) => {
    const now = new Date(memory.occurredAt ?? Date.now());
    return newMemory(ids.next(), memory, readingOf(memory.content), { tenant, ageing, now });
  };

  const pointsOf = async (tenant: TenantId, rows: readonly ReturnType<typeof made>[]) => {
    const vectors = await embed(
      tenant,
      rows.map(({ content }) => content),
    );
    const fields = await fieldsOf(tenant, rows);
    return rows.flatMap((row, place) => {
      const sparse = fields[place];
      const { id, ownerEntityId, tier, tags, sourceArtifactId, createdAt } = row;
      const sessionId = typeof row.metadata.sessionId === 'string' ? row.metadata.sessionId : null;
      const filters = { ownerEntityId, tier, tags, sourceArtifactId, sessionId, createdAt, superseded: false };
      return sparse ? [{ id, version: 1, dense: vectors[place] ?? null, sparse, filters }] : [];
    });
  };

  return {
    async fill(name, memories) {
      const tenant = name as TenantId;
      const own = records.forTenant(tenant).memories;
      const rows = memories.map((memory) => made(tenant, memory));
      const stored = own.insert(rows);
      // The database stores the rows in its own thread meanwhile.
      const points = await pointsOf(tenant, rows);
      await stored;
      await index.apply(tenant, points);
      await own.markIndexed(
        rows.map(({ id }) => ({ id, version: 1, indexEpoch: 0, embeddingId: embeddingId(embedder.id, tenant, id) })),
      );
      return rows.map(({ id }) => id);
    },
    ...copies,
    async close() {
      await sql.query('vacuum (analyze)');
      await index.close();
      await close();
    },
  };
}
