/** Parameters that only Prisma's engines understood. */
const ofPrisma: Record<string, string> = {
  connection_limit: 'Take it out and set DATABASE_POOL_SIZE.',
  pool_timeout: 'Take it out: a request waits 5 s for a connection.',
  socket_timeout: 'Take it out and set STATEMENT_TIMEOUT_SECONDS.',
  pgbouncer: 'Take it out: nothing here depends on a connection that stays the same.',
  statement_cache_size: 'Take it out: no statements are kept on the server.',
  sslaccept: 'Take it out and set sslmode: verify-full checks the certificate, no-verify does not.',
  sslidentity: 'Take it out and set sslcert and sslkey.',
  sslpassword: 'Take it out and set sslcert and sslkey.',
};

/** Throws for parameters that would be ignored; node-postgres reads the others. */
export function checkPostgresUrl(url: string): void {
  const parameters = new URL(url).searchParams;
  for (const [name, advice] of Object.entries(ofPrisma)) {
    if (parameters.has(name)) throw new Error(`The URL of the database has the parameter ${name}. ${advice}`);
  }
  const schema = parameters.get('schema');
  if (schema !== null && schema !== 'public') {
    throw new Error(
      'The URL of the database names a schema. All tables are in the schema public: take it out, and give this service a database of its own.',
    );
  }
}
