/** @module-tag long */
import type { TenantRecords } from '@hippocamp/core/ports/records';
import {
  filterOf,
  minutesAfter,
  NOON,
  newMemory,
  quietLog,
  sequentialIds,
  tenantNamed,
} from '@hippocamp/core/testing/builders';
import type { Engine } from '@hippocamp/db/engine/engine';
import { migrate } from '@hippocamp/db/engine/migrate';
import { openPostgres } from '@hippocamp/db/engine/postgres';
import { hasPostgres, startTestServer, type TestServer } from '@hippocamp/db/engine/testing/postgres';
import { requirable } from '@hippocamp/db/engine/testing/required';
import { createRecords } from '@hippocamp/db/records';
import { isProblem } from '@hippocamp/shared/problems';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const POOL = 3;
/** Connections that the server takes. */
const MOST = 12;
/** ms */
const SOON = 60_000;
/** ms of a statement; the client waits a little longer. */
const statementTimeoutMs = 1_000;

describe.skipIf(!(await requirable('PostgreSQL', hasPostgres())))(
  'the records while their server',
  { timeout: 300_000 },
  () => {
    let server: TestServer;
    let engine: Engine;
    let records: Awaited<ReturnType<typeof createRecords>>;
    let own: TenantRecords;
    const ids = sequentialIds();

    beforeAll(async () => {
      server = await startTestServer(`max_connections=${MOST}`);
      engine = await openPostgres({ url: server.url, poolSize: POOL, statementTimeoutMs });
      await migrate(engine.pool);
      records = await createRecords({ ...engine, log: quietLog });
      own = records.forTenant(tenantNamed('acme'));
    });
    afterAll(async () => {
      await records?.close();
      await engine?.close();
      await server?.stop();
    });

    const insert = () => own.memories.insert([newMemory(ids.next())]);
    const kinds: Record<string, () => Promise<unknown>> = {
      read: () => own.memories.lists(filterOf(), 5, 5),
      model: () => own.artifacts.get(ids.next()),
      write: insert,
      transaction: () => own.transaction(({ memories }) => memories.insert([newMemory(ids.next())])),
      outbox: () => records.outbox.due('index', NOON, 5),
      lease: () => records.outbox.lease({ tenant: tenantNamed('acme'), kind: 'index', ref: 'x' }, leaseNow()),
      ping: () => records.ping(),
    };
    const leaseNow = () => ({ token: ids.next(), now: NOON, until: minutesAfter(1) });

    const failures = () =>
      Promise.all(
        Object.values(kinds).map((call) =>
          call().then(
            () => null,
            (error: unknown) => error,
          ),
        ),
      );

    const expectUnavailable = async () => {
      for (const [index, error] of (await failures()).entries()) {
        expect(isProblem(error), `${Object.keys(kinds)[index]}: ${String(error)}`).toBe(true);
        expect(error).toMatchObject({ problem: 'dependency-unavailable', extras: { retryAfter: 2 } });
      }
    };
    /** It must heal by itself, within a minute on the busiest machine. */
    const expectHealed = async () => {
      const deadline = Date.now() + 60_000;
      for (let last = await failures(); last.some((error) => error !== null); last = await failures()) {
        for (const error of last.filter((each) => each !== null)) expect(isProblem(error), String(error)).toBe(true);
        if (Date.now() > deadline) throw last.find((error) => error !== null);
      }
      expect(engine.pool.totalCount).toBeLessThanOrEqual(POOL);
    };
    const asOperator = (statement: string) => server.tell(statement);
    /** Waits until the pool has noticed, since a statement on a dying session fails as a lost connection. */
    const endSessions = async () => {
      await asOperator(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'hippocamp'",
      );
      await vi.waitFor(() => expect(engine.pool.totalCount).toBe(0), SOON);
    };

    it('is down, and once it is up again', async () => {
      await server.crash();
      await expectUnavailable();
      await server.start();
      await expectHealed();
    });

    it('stands still with its sockets open, and goes on', async () => {
      await expectHealed();
      await server.freeze();
      try {
        await expectUnavailable();
      } finally {
        await server.thaw();
      }
      await expectHealed();
    });

    it('ends the connections, in the middle of a transaction too', async () => {
      const killed = own.transaction(async ({ memories }) => {
        await memories.insert([newMemory(ids.next())]);
        await asOperator("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hippocamp'");
        await memories.insert([newMemory(ids.next())]);
      });
      await expect(killed).rejects.toMatchObject({ problem: 'dependency-unavailable' });
      await expectHealed();
      for (let round = 0; round < 10; round += 1) {
        const working = failures();
        await asOperator("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hippocamp'");
        for (const error of await working) expect(error === null || isProblem(error), String(error)).toBe(true);
      }
      await expectHealed();
    });

    it('has no connection left', async () => {
      await endSessions();
      const others: Client[] = [];
      const addOne = async () => {
        const client = new Client({ connectionString: server.url });
        client.on('error', () => undefined);
        await client.connect();
        others.push(client);
      };
      // A session that is ending holds its place a moment longer.
      while (others.length < MOST) await vi.waitFor(addOne, SOON);
      await expectUnavailable();
      await Promise.all(others.map((client) => client.end().catch(() => undefined)));
      await expectHealed();
    });

    it('only reads, as one that was taken over does', async () => {
      await asOperator('alter database postgres set default_transaction_read_only = on');
      await endSessions();
      try {
        const writes = [insert, () => records.outbox.releaseAll(), () => own.transaction(() => insert())];
        const detail = 'The database takes no writes: it only reads.';
        for (const write of writes) await expect(write()).rejects.toMatchObject({ detail });
        await expect(records.ping()).rejects.toThrow('takes no writes: it only reads');
        expect(await own.memories.get(ids.next())).toBeNull();
      } finally {
        // A session that still only reads is thrown away as soon as it says so.
        await asOperator('begin read write; alter database postgres reset default_transaction_read_only; commit');
      }
      await records.ping();
      await expectHealed();
    });

    it('answers while all connections of the pool are in use', async () => {
      const held = await Promise.all(Array.from({ length: POOL }, () => engine.pool.connect()));
      const detail = expect.stringContaining('connections to the database are in use');
      const waiting = Promise.all(
        [insert, kinds.transaction].map((call) => expect(call?.()).rejects.toMatchObject({ detail })),
      );
      try {
        await records.ping();
        await waiting;
      } finally {
        for (const client of held) client.release();
      }
      await expectHealed();
    });

    it('is slow: a statement and the wait for a lock are cut, and so is a transaction that stands still', async () => {
      const { pool } = engine;
      const holder = new Client({ connectionString: server.url });
      await holder.connect();
      await holder.query('begin; lock table memories');
      await expect(own.memories.get(ids.next())).rejects.toMatchObject({ problem: 'dependency-unavailable' });
      await holder.end();
      // A process that stood still may take the server for silent before it reads what that said.
      const cut = () => expect(pool.query('select pg_sleep(9)')).rejects.toMatchObject({ code: '57014' });
      await vi.waitFor(cut, SOON);
      const idle = own.transaction(async ({ memories }) => {
        await memories.get(ids.next());
        await asOperator('select pg_sleep(1.5)');
        await memories.get(ids.next());
      });
      await expect(idle).rejects.toMatchObject({ problem: 'dependency-unavailable' });
      await expectHealed();
    });

    it('has more work than the pool has connections: everyone waits for a turn', async () => {
      // The server ends a transaction of a process that stood still.
      const all = () => Promise.all(Array.from({ length: 60 }, () => kinds.transaction?.()));
      await vi.waitFor(all, SOON);
      await expectHealed();
    });

    it('cannot be reached at the start, which leaves nothing open', async () => {
      await server.crash();
      const sockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
      // The pool's idle connections break too, each in its time.
      await vi.waitFor(() => expect(engine.pool.totalCount).toBe(0), SOON);
      const before = sockets();
      await expect(openPostgres({ url: server.url, poolSize: 2, statementTimeoutMs })).rejects.toThrow('ECONNREFUSED');
      await vi.waitFor(() => expect(sockets()).toBeLessThanOrEqual(before), SOON);
      await server.start();
      await expectHealed();
    });
  },
);
