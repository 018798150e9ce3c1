import { newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { createRecords } from '@hippocamp/db/records';
import { explained, undone } from '@hippocamp/db/repositories/availability';
import { isProblem, Problem } from '@hippocamp/shared/problems';
import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';

const unavailable = {
  problem: 'dependency-unavailable',
  status: 503,
  detail: 'The database does not answer.',
  extras: { retryAfter: 2 },
};

const ofPrisma = (code: string, cause: object) =>
  Object.assign(new Error('Invalid `prisma.$queryRaw()` invocation'), {
    code,
    meta: { driverAdapterError: { cause } },
  });

describe('errors of the database', () => {
  it.each([
    ['a server that says nothing', new Error('Query read timeout')],
    ['a transaction that stood still', ofPrisma('P2010', { kind: 'postgres', code: '25P03' })],
    ['a server that starts', ofPrisma('P2010', { kind: 'postgres', code: '57P03' })],
    ['a connection that broke', new Error('Connection terminated unexpectedly')],
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
    ['a server that Prisma does not reach', ofPrisma('P1001', { kind: 'DatabaseNotReachable' })],
    ['a transaction that found no connection', Object.assign(new Error('x'), { code: 'P2028' })],
    ['a server that stops', ofPrisma('P2010', { kind: 'postgres', originalCode: '57P01', code: '57P01' })],
    ['a server without room', ofPrisma('P2010', { kind: 'TooManyConnections', originalCode: '53300' })],
    ['a statement that took too long', ofPrisma('P2010', { kind: 'postgres', code: '57014' })],
    ['a deadlock', ofPrisma('P2034', { kind: 'TransactionWriteConflict', originalCode: '40P01' })],
    ['what caused another', new Error('x', { cause: Object.assign(new Error('y'), { code: 'ECONNRESET' }) })],
  ])('become a problem that can be tried again: %s', (_name, error) => {
    const found = explained(error);
    expect(isProblem(found)).toBe(true);
    expect(found).toMatchObject({ ...unavailable, extras: { ...unavailable.extras, cause: error } });
  });

  it.each([
    [
      'a pool whose connections are all in use',
      new Error('timeout exceeded when trying to connect'),
      /connections.*in use/,
    ],
    [
      'a server that only reads',
      ofPrisma('P2010', { kind: 'postgres', code: '25006' }),
      /takes no writes: it only reads/,
    ],
    ['a lock that others hold', ofPrisma('P2010', { kind: 'postgres', code: '55P03' }), /Others hold what/],
    ['a full disk', ofPrisma('P2010', { kind: 'postgres', code: '53100' }), /takes no writes: its disk is full/],
  ])('say what is wrong where the database answers: %s', (_name, error, detail) => {
    for (const found of [explained(error), undone(explained(error))])
      expect(found).toMatchObject({ ...unavailable, detail: expect.stringMatching(detail) });
  });

  it.each([
    ['a server that says nothing', new Error('Query read timeout'), true],
    ['a connection that broke', new Error('Connection terminated unexpectedly'), true],
    ['a connection that was reset', Object.assign(new Error('x'), { code: 'ECONNRESET', syscall: 'read' }), true],
    ['a connection that Prisma lost', ofPrisma('P1017', { kind: 'ConnectionClosed' }), true],
    ['a server that was shut down', ofPrisma('P2010', { kind: 'postgres', code: '57P01' }), true],
    ['a connection that was not made', new Error('Connection terminated due to connection timeout'), false],
    ['a pool that gives no connection', new Error('timeout exceeded when trying to connect'), false],
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' }), false],
    ['a statement that took too long', ofPrisma('P2010', { kind: 'postgres', code: '57014' }), false],
    ['a lock that was not given', ofPrisma('P2010', { kind: 'postgres', code: '55P03' }), false],
  ])('tell whether what was sent may be kept: %s', (_name, error, mayBe) => {
    const { extras } = explained(error) as Problem;
    expect(extras.outcome).toBe(mayBe ? 'unknown' : undefined);
    expect((undone(explained(error)) as Problem).extras.outcome).toBeUndefined();
  });

  const ofTransaction = (said: string) => Object.assign(new Error(`Transaction API error: ${said}`), { code: 'P2028' });

  it.each([
    ['a statement that took too long', ofPrisma('P2010', { kind: 'postgres', code: '57014' }), false],
    ['a transaction that took too long', ofTransaction('A query cannot be executed on an expired transaction.'), false],
    ['a transaction that was closed long ago', ofTransaction('Transaction not found.'), false],
    [
      'a transaction that was not begun in time',
      ofTransaction('Unable to start a transaction in the given time.'),
      true,
    ],
    ['a lock that was not given', ofPrisma('P2010', { kind: 'postgres', code: '55P03' }), true],
  ])('tell whether the time went by in waiting for others: %s', (_name, error, waited) => {
    expect(explained(error)).toMatchObject({ timedOut: true, waited });
    expect(undone(explained(error))).toMatchObject({ timedOut: true, waited });
  });

  it.each([
    ['a row that is there already', ofPrisma('P2002', { kind: 'UniqueConstraintViolation', originalCode: '23505' })],
    ['a statement that is wrong', ofPrisma('P2010', { kind: 'postgres', code: '42601', message: 'syntax error' })],
    ['a problem', new Problem('conflict', 'connection terminated')],
    ['a code of another house', Object.assign(new Error('timeout exceeded'), { code: 'E_OTHER' })],
    ['no error at all', undefined],
  ])('stay as they are otherwise: %s', (_name, error) => {
    expect(explained(error)).toBe(error);
  });

  it('come out of every part of the records, without statements or values', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' });
    const records = await createRecords({ pool, kind: 'postgres', log: quietLog });
    const own = records.forTenant(tenantNamed('a-tenant'));
    const calls = {
      raw: () => own.memories.insert([newMemory(sequentialIds().next(), { content: 'secret text' })]),
      model: () => own.artifacts.get(sequentialIds().next()),
      transaction: () => own.transaction(async ({ memories }) => memories.get(sequentialIds().next())),
      outbox: () => records.outbox.due('index', new Date(0), 1),
      upkeep: () => records.ping(),
    };
    for (const [name, call] of Object.entries(calls)) {
      const error = await call().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(isProblem(error), name).toBe(true);
      expect(error, name).toMatchObject(unavailable);
    }
    await records.close();
    await pool.end();
  });
});
