import { performance } from 'node:perf_hooks';
import { openEmbeddedRecords } from '@hippocamp/runtime/engines/embedded';
import { createLogger } from '@hippocamp/runtime/logger';
import type { Answer } from '../measure/client.js';
import { openEmbedderParts } from '../setups/embedder-parts.js';

/** The embedded engine without the service around it, over the data that the service wrote. */
export interface BareEngine {
  /** A statement that reads nothing. */
  roundTrip(): Promise<Answer>;
  /** The 100 nearest of a tenant, read from all of its vectors: the least that an exact search by meaning has to do. */
  scan(tenant: string, question: string): Promise<Answer>;
  close(): Promise<void>;
}

// The one place outside of the adapter that knows its table; a control has to go around what it controls.
const nearest = `select id, dense <#> $2::vector as distance from embedded_index.points
  where tenant_id = $1 order by distance limit 100`;

const timed = async (work: () => Promise<unknown>): Promise<Answer> => {
  const start = performance.now();
  await work();
  return { status: 200, text: '', milliseconds: performance.now() - start };
};

/** Opens the data folder of a gateway that has stopped. */
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
