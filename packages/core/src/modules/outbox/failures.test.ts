import { describe, expect, it } from 'vitest';
import { RecordsUnavailable } from '../../ports/records.js';
import { describeFailure } from './failures.js';

const clientError = (meta: object) =>
  Object.assign(new Error('\nInvalid `prisma.$queryRaw()` invocation:\n\n\nvalue "secret text"'), {
    name: 'PrismaClientKnownRequestError',
    code: 'P2010',
    meta,
  });

describe('what is said of a failure', () => {
  it('is its first line', () => {
    expect(describeFailure(new Error('\nIt broke.\nparameters: secret text'))).toBe('It broke.');
    expect(describeFailure('text')).toBe('text');
    expect(describeFailure(new TypeError(''))).toBe('TypeError');
  });

  it('has the reason of what caused it', () => {
    expect(describeFailure(new RecordsUnavailable(new Error('Query read timeout')))).toBe(
      'dependency-unavailable: The database does not answer. (Query read timeout)',
    );
    expect(describeFailure(new RecordsUnavailable(new Error('secret text')))).not.toContain('secret');
  });

  it('names the table that is missing', () => {
    const cause = { originalCode: '42P01', originalMessage: 'relation "outbox" does not exist' };
    expect(describeFailure(clientError({ driverAdapterError: { cause } }))).toBe(
      'PrismaClientKnownRequestError P2010; 42P01 relation "outbox" does not exist',
    );
  });

  it('is name and codes of an error of the database, alone or as a cause', () => {
    const original = clientError({ driverAdapterError: { cause: { originalCode: '42P01' } } });
    expect(describeFailure(original)).toBe('PrismaClientKnownRequestError P2010; 42P01');
    expect(describeFailure(clientError({ code: '57014' }))).toBe('PrismaClientKnownRequestError P2010; 57014');
    expect(describeFailure(new RecordsUnavailable(original))).toBe(
      'dependency-unavailable: The database does not answer. (PrismaClientKnownRequestError P2010; 42P01)',
    );
  });
});
