import { createKernel } from '@hippocamp/adapters/embedded-index/in-memory/kernel';
import { packQuestion, unpackIds, unpackPoints, writeIds } from '@hippocamp/adapters/embedded-index/in-memory/packed';
import { createTenantPoints, type TenantPoints } from '@hippocamp/adapters/embedded-index/in-memory/tenant-points';
import { readPart } from '@hippocamp/adapters/embedded-index/parts';
import type { SqlPool } from '@hippocamp/adapters/embedded-index/sql';
import { createWordVectors } from '@hippocamp/adapters/word-vectors/embedder';
import { createLexicon } from '@hippocamp/core/modules/indexing/write-states';
import { openEmbeddedRecords } from '@hippocamp/runtime/engines/embedded';
import { createLogger } from '@hippocamp/runtime/logger';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { askingPriors, emptyVocabulary, questionOf } from '@hippocamp/shared/scoring/lexical';
import { ownShare } from '@hippocamp/shared/scoring/score';
import { createTermMap } from '@hippocamp/shared/text/term-map';

/** The least that an exact query takes, without the service. */
export interface ScanParts {
  load(tenant: string): Promise<void>;
  /** One scan of the arrays for all three lists, in this thread, and then a read of ten memories. */
  prepare(tenant: string, text: string): Promise<() => Promise<unknown>>;
  close(): Promise<void>;
}

/** The first round of a query reads this many of each list, and the query answers ten. */
const FIRST_ROUND = 100;
const ANSWERED = 10;

const contents = 'select * from memories where tenant_id = $1 and id = any($2::uuid[])';

async function readAll(sql: SqlPool, tenant: TenantId, points: TenantPoints): Promise<void> {
  for (let after: string | null = null; ; ) {
    const part: Awaited<ReturnType<typeof readPart>> = await readPart(sql, tenant, after);
    for (const point of part ? unpackPoints(part.rows) : []) points.put(point);
    if (!part?.last) return;
    after = part.last;
  }
}

/** No gateway may have the folder open. */
export async function openScanParts(folder: string): Promise<ScanParts> {
  const embedder = await createWordVectors();
  const { records, sql, close } = await openEmbeddedRecords(folder, createLogger('warn'));
  const [multiply, lexicon] = [createKernel(), createLexicon()];
  const loaded = new Map<string, TenantPoints>();

  const questionFor = async (tenant: TenantId, text: string) => {
    const [[dense = null], [terms = []], found] = await Promise.all([
      embedder.embed([text], 'question'),
      lexicon.termIds([text], tenant),
      records.forTenant(tenant).vocabulary.get(),
    ]);
    const frequencies = createTermMap(
      Object.entries(found?.frequencies ?? {}).map(([id, count]) => [Number(id), count]),
    );
    const words = { ...emptyVocabulary, ...found, frequencies };
    const sparse = askingPriors(questionOf(terms, words), tenant, {
      named: { speaker: null, periods: [] },
      share: ownShare(embedder.calibration),
    });
    return packQuestion({ dense, sparse });
  };

  return {
    async load(tenant) {
      const points = createTenantPoints(embedder.dimensions, multiply);
      await readAll(sql, tenant as TenantId, points);
      loaded.set(tenant, points);
    },
    async prepare(tenant, text) {
      const points = loaded.get(tenant);
      if (!points) throw new Error(`${tenant} was not loaded`);
      const question = await questionFor(tenant as TenantId, text);
      return () => {
        const { dense } = points.best(question, { includeSuperseded: false }, FIRST_ROUND);
        return sql.query(contents, [tenant, unpackIds(writeIds(dense.slice(0, ANSWERED).map(({ id }) => id)))]);
      };
    },
    close,
  };
}
