/** @module-tag long */
import type { Engine } from '@hippocamp/db/engine/engine';
import { migrate } from '@hippocamp/db/engine/migrate';
import { openPostgres, type PostgresSettings } from '@hippocamp/db/engine/postgres';
import { setForRole, settingsNotHeld } from '@hippocamp/db/engine/session-settings';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { startTestServer, type TestServer } from '@hippocamp/db/engine/testing/postgres';
import { startTransactionPooler, type TransactionPooler } from '@hippocamp/db/engine/testing/transaction-pooler';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const SESSIONS = 3;
const statementTimeoutMs = 700;
const hasServer = testEngines.some(({ kind, available }) => kind === 'postgres' && available);

describe('behind a pooler that lends a session for a transaction', () => {
  let server: TestServer;
  let pooler: TransactionPooler;
  let opened: Engine[] = [];
  const runs = test.skipIf(!hasServer);

  const open = async (url: string, given: Partial<PostgresSettings> = {}) => {
    const engine = await openPostgres({ url, poolSize: 2, statementTimeoutMs, ...given });
    opened.push(engine);
    return engine.pool;
  };
  /** New sessions, on which nothing of ours was ever set. */
  const freshPooler = async () => {
    pooler?.close();
    pooler = await startTransactionPooler(server.url, SESSIONS);
    return pooler.url;
  };

  beforeEach(async () => {
    if (!hasServer) return;
    server = await startTestServer();
    await freshPooler();
  });
  afterEach(async () => {
    for (const engine of opened) await engine.close();
    opened = [];
    pooler?.close();
    await server?.stop();
  });

  runs('the limits of a session are not those of the next statement, and that is said', async () => {
    const pool = await open(pooler.url);
    expect(await settingsNotHeld(pool, statementTimeoutMs)).toEqual([
      'TimeZone',
      'search_path',
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
    ]);
    expect(await settingsNotHeld(await open(server.url), statementTimeoutMs)).toEqual([]);
  });

  runs('the limits of the role hold in every session, also in those that nobody set them on', async () => {
    await setForRole(await open(server.url), statementTimeoutMs);
    const pool = await open(await freshPooler());
    expect(await settingsNotHeld(pool, statementTimeoutMs)).toEqual([]);
    for (let session = 0; session < 2 * SESSIONS; session += 1) {
      // A process that stood still may take the server for silent before it reads what that said.
      const cut = () => expect(pool.query('SELECT pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
      await vi.waitFor(cut, 60_000);
    }
    const other = await open(pooler.url, { statementTimeoutMs: 0 });
    expect(await settingsNotHeld(other, 0)).toEqual([
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
    ]);
  });

  runs('several migrate at once, and leave no lock behind', async () => {
    const pools = await Promise.all([1, 2].map(() => open(pooler.url, { statementTimeoutMs: 60_000 })));
    const applied = (await Promise.all(pools.map((pool) => migrate(pool)))).flat();
    expect(new Set(applied).size).toBe(applied.length);
    expect(applied.length).toBeGreaterThan(10);
    const direct = await open(server.url);
    const locks = await direct.query("SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'");
    expect(locks.rows).toEqual([{ held: 0 }]);
  });
});
