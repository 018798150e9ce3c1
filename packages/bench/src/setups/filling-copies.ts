import type { SqlPool } from '@hippocamp/adapters/embedded-index/sql';
import { createVocabularyCount } from '@hippocamp/core/modules/indexing/vocabulary-keeper';
import { createLexicon } from '@hippocamp/core/modules/indexing/write-states';
import type { Records } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** A query reads only these tables of a memory. */
const tables = ['public.memories', 'embedded_index.points'];

const columnsOf = `select attname as name from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname not in ('tenant_id', 'id')
  order by attnum`;

const copying = (table: string, columns: string) => `insert into ${table} (tenant_id, id, ${columns})
  select given.tenant, id, ${columns} from ${table} as present
    join unnest($2::uuid[], $3::text[]) as given (id, tenant) using (id)
  where present.tenant_id = $1`;

export function createCopies(records: Records, sql: SqlPool) {
  const count = createVocabularyCount({ records, lexicon: createLexicon() });
  return {
    async copy(from: string, ids: readonly string[], tenants: readonly string[]): Promise<void> {
      for (const table of tables) {
        const { rows } = await sql.query(columnsOf, [table]);
        const columns = rows.map(({ name }) => String(name)).join(', ');
        await sql.query(copying(table, columns), [from, ids, tenants]);
      }
    },
    async countWords(name: string): Promise<void> {
      const tenant = name as TenantId;
      const { vocabulary } = records.forTenant(tenant);
      await vocabulary.noteChanges(0);
      await vocabulary.replace({ ...(await count(tenant)), changesSeen: 0, at: new Date() });
    },
  };
}
