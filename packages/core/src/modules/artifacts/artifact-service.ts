import { Problem } from '@hippocamp/shared/problems';
import type { Artifact } from '@hippocamp/shared/schemas/ingest';
import type { Records } from '../../ports/records.js';
import type { Caller } from '../caller.js';

export interface ArtifactService {
  get(caller: Caller, id: string): Promise<Artifact>;
  remove(caller: Caller, id: string): Promise<void>;
}

const unknownArtifact = () => new Problem('not-found', 'No artifact has this id.');

/** The raw texts that ingests keep. */
export function createArtifactService({ records }: { records: Records }): ArtifactService {
  return {
    async get({ tenant }, id) {
      const found = await records.forTenant(tenant).artifacts.get(id);
      if (!found) throw unknownArtifact();
      return { ...found, tenantId: tenant, createdAt: found.createdAt.toISOString() };
    },
    async remove({ tenant }, id) {
      if (!(await records.forTenant(tenant).artifacts.remove(id))) throw unknownArtifact();
    },
  };
}
