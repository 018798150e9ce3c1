import { performance } from 'node:perf_hooks';
import { openEmbeddedRecords } from '@hippocamp/runtime/engines/embedded';
import { createLogger } from '@hippocamp/runtime/logger';
import type { Answer } from '../measure/client.js';
import { openEmbedderParts } from '../setups/embedder-parts.js';

/** The embedded engine without the service, over the data that the service wrote. */
export interface BareEngine {
  roundTrip(): Promise<Answer>;
  /** The tenant's 100 nearest among all its vectors: the least that an exact search by meaning takes. */
  scan(tenant: string, question: string): Promise<Answer>;
  close(): Promise<void>;
}

// Only this control and the adapter know the table.
const nearest = `select id, dense <#> $2::vector as distance from embedded_index.points
  where tenant_id = $1 order by distance limit 100`;

const timed = async (work: () => Promise<unknown>): Promise<Answer> => {
  const start = performance.now();
  await work();
  return { status: 200, text: '', milliseconds: performance.now() - start };
};

/** The gateway of the folder must have stopped. */
export async function openBareEngine(folder: string): Promise<BareEngine> {
  const embedder = await openEmbedderParts('words');
  const engines = await openEmbeddedRecords(folder, createLogger('warn'));
  return {
    roundTrip: () => timed(() => engines.sql.query('select 1')),
    async scan(tenant, question) {
      const [vector] = await embedder.embedQuestions([question]);
      const values = [tenant, `[${[...(vector ?? [])].join(',')}]`];
      return timed(() => engines.sql.query(nearest, values));
    },
    close: () => engines.close(),
  };
}
