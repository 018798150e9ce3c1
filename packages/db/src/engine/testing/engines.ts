import type { Engine } from '../engine.js';
import { openPglite } from '../pglite.js';
import { openPostgres } from '../postgres.js';
import { hasPostgres, startTestServer } from './postgres.js';
import { requirable } from './required.js';
import { emptyTemplate } from './template.js';

/** An empty database for tests, embedded or of a server. */
export interface TestEngine {
  engine: Engine;
  close(): Promise<void>;
}

async function openTestPglite(): Promise<TestEngine> {
  const engine = await openPglite({ folder: 'memory://', template: await emptyTemplate() });
  return { engine, close: () => engine.close() };
}

async function openTestPostgres(): Promise<TestEngine> {
  const server = await startTestServer();
  const engine = await openPostgres({ url: server.url, poolSize: 4, statementTimeoutMs: 60_000 });
  return {
    engine,
    async close() {
      await engine.close();
      await server.stop();
    },
  };
}

/** Both engines, where this machine has both. Rejects where it lacks one that `REQUIRE_ENGINES=1` asks for. */
export const testEngines = [
  { kind: 'pglite', available: true, open: openTestPglite },
  { kind: 'postgres', available: await requirable('PostgreSQL', hasPostgres()), open: openTestPostgres },
] as const;
