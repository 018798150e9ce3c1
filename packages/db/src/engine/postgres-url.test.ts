import { openPostgres } from '@hippocamp/db/engine/postgres';
import { checkPostgresUrl } from '@hippocamp/db/engine/postgres-url';
import { describe, expect, it } from 'vitest';

const at = (parameters: string) => `postgresql://someone:secret@db.example:5432/memories?${parameters}`;

describe('the URL of a database', () => {
  it.each(['', 'sslmode=require', 'sslmode=verify-full&sslrootcert=/ca.pem', 'schema=public', 'application_name=x'])(
    'may say %s',
    (parameters) => {
      expect(() => checkPostgresUrl(at(parameters))).not.toThrow();
    },
  );

  it.each(['schema=other', 'connection_limit=5', 'pgbouncer=true', 'pool_timeout=0', 'sslaccept=strict'])(
    'is refused, without the secret, where it says what only Prisma understands: %s',
    async (parameters) => {
      const name = parameters.split('=', 1)[0] ?? '';
      const opened = openPostgres({ url: at(parameters), poolSize: 1, statementTimeoutMs: 1000 });
      const error = await opened.then(() => null, String);
      expect(error).toMatch(new RegExp(`^Error: The URL of the database (has the parameter ${name}|names a ${name})`));
      expect(error).not.toContain('secret');
    },
  );
});
