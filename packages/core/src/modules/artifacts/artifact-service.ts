import type { Mark, TenantId } from '@hippocamp/shared/schemas/common';
import type { Artifact, ArtifactList, ArtifactListQuery } from '@hippocamp/shared/schemas/ingest';
import type { Clock } from '../../ports/clock.js';
import type { LlmExtraction } from '../../ports/extractor.js';
import type { Records, TenantRepositories } from '../../ports/records.js';
import { type Caller, known } from '../caller.js';
import type { Indexing } from '../indexing/index-memories.js';
import { lastReader } from '../ingest/later-reading.js';
import { listPage } from '../paging/list-page.js';
import { forgetQuoted } from '../redaction/forget-words.js';
import { findLater } from '../redaction/later-words.js';
import { forgetTextInAnswers } from '../redaction/redact-answer.js';
import { forgetCandidatesOf } from '../redaction/redact-candidates.js';

export interface ArtifactDependencies {
  records: Records;
  indexing: Pick<Indexing, 'trySync'>;
  clock: Clock;
  /** The version of the local reader. */
  readBy: string;
  llmExtraction: LlmExtraction | null;
}

export interface ArtifactService {
  get(caller: Caller, id: string): Promise<Artifact>;
  list(caller: Caller, query: ArtifactListQuery): Promise<ArtifactList>;
  /** Also removes what later texts of its session took over from it. Memories drawn from it stay. */
  remove(caller: Caller, id: string): Promise<void>;
}

const marksOf = (instructs: boolean | null): Mark[] => {
  if (instructs === null) return ['unchecked'];
  return instructs ? ['instructs'] : [];
};

/** Answers the ids that have to be indexed. */
async function removeText(repositories: TenantRepositories, id: string, now: Date): Promise<string[]> {
  const { artifacts, memories, idempotency } = repositories;
  const artifact = known('artifact', await artifacts.get(id));
  // A writer that keeps words of the text takes the same lock, and then finds it gone.
  await repositories.lockOwner(artifact.ownerEntityId);
  const later = await findLater(repositories, { memoryIds: [], artifactIds: [id] });
  known('artifact', await artifacts.remove(id));
  await forgetTextInAnswers(repositories, id);
  await forgetCandidatesOf(repositories, id, now);
  const changed = await memories.emptyContexts([id], now, []);
  const quoting = await forgetQuoted(repositories, later, { texts: [artifact.content], least: 1 }, now);
  await idempotency.forget(changed);
  return [...changed, ...quoting];
}

export function createArtifactService(dependencies: ArtifactDependencies): ArtifactService {
  const { records, indexing, clock, readBy } = dependencies;
  const remove = (tenant: TenantId, id: string) =>
    records.forTenant(tenant).transaction((repositories) => removeText(repositories, id, clock.now()));

  return {
    async get({ tenant }, id) {
      const { instructs, ...artifact } = known('artifact', await records.forTenant(tenant).artifacts.get(id));
      return { ...artifact, tenantId: tenant, createdAt: artifact.createdAt.toISOString(), marks: marksOf(instructs) };
    },
    async list({ tenant }, { limit, cursor, ownerEntityId, createdAfter, read }) {
      const scope = [tenant, 'artifacts', ownerEntityId ?? null, createdAfter ?? null, read ?? null];
      const { rows, page } = await listPage({ offset: 0, limit, cursor }, scope, ({ after }) =>
        records.forTenant(tenant).artifacts.page({
          ...{ limit, after, ownerEntityId },
          createdAfter: createdAfter === undefined ? undefined : new Date(createdAfter),
          ...(read === 'earlier' ? { notReadBy: lastReader(dependencies, tenant), localReader: readBy } : {}),
        }),
      );
      const artifacts = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
      return { artifacts, total: page.total, nextCursor: page.nextCursor };
    },
    async remove({ tenant }, id) {
      await indexing.trySync(tenant, await remove(tenant, id));
    },
  };
}
