import { AsyncLocalStorage } from 'node:async_hooks';
import { type ClientBase, type Pool, type PoolClient, Query, type QueryConfig } from 'pg';

/** The role whose statements see one tenant's rows; see `tenant-wall.ts`. */
export const TENANT_ROLE = 'hippocamp_tenant';

/** Null: of nobody, so that the statement runs as the user of the connection. */
type Scope = { tenant: string | null };

const scopes = new AsyncLocalStorage<Scope | undefined>();

/** Statements that the work sends see this tenant's rows alone. */
export const asTenant = <Result>(tenant: string, work: () => Promise<Result>): Promise<Result> =>
  scopes.run({ tenant }, async () => await work());

/** Statements that the work sends see all rows. */
export const asUser = <Result>(work: () => Promise<Result>): Promise<Result> =>
  scopes.run({ tenant: null }, async () => await work());

/** For work that is no statement, within work that is. */
export const asNobody = <Result>(work: () => Promise<Result>): Promise<Result> => scopes.run(undefined, work);

/** What a statement of node-postgres is made of, which its types do not say. */
interface WireConnection {
  parse(statement: { text: string; name: string }): void;
  bind(portal: { statement: string; values: string[] }): void;
  execute(portal: object): void;
}

interface WireQuery {
  prepare(connection: WireConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
}

type Callback = (error: Error | undefined, result: unknown) => void;

const PlainQuery = Query as unknown as new (config: object, callback: Callback) => WireQuery;

/** Both last until the end of the transaction, which without `begin` is the statement that follows. */
const SCOPE = `select set_config('role', $1, true), set_config('hippocamp.tenant', $2, true)`;

/** Tells role and tenant before the statement, in the same round trip. */
class ScopedQuery extends PlainQuery {
  readonly #values: string[];
  #isScoped = false;

  constructor(config: QueryConfig, { tenant }: Scope, callback: Callback) {
    // A statement without values would go as a simple query, which has no room for another before it.
    super({ ...config, queryMode: 'extended' }, callback);
    this.#values = tenant === null ? ['none', ''] : [TENANT_ROLE, tenant];
  }

  override prepare(connection: WireConnection): void {
    connection.parse({ text: SCOPE, name: '' });
    connection.bind({ statement: '', values: this.#values });
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isScoped) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#isScoped) super.handleCommandComplete(message, connection);
    this.#isScoped = true;
  }
}

/** These reach no rows, and a transaction cannot begin inside of one. */
const OF_TRANSACTIONS = /^\s*(?:begin|commit|rollback|savepoint|release|set|deallocate)\b/i;

interface ScopedConfig extends QueryConfig {
  scope?: Scope | undefined;
}

type Send = (config: string | object, values?: unknown, callback?: Callback) => unknown;

const asConfig = (config: string | ScopedConfig): ScopedConfig =>
  typeof config === 'string' ? { text: config } : config;

/** Outside of a transaction, a statement of nobody has the user's role without being told. */
const isPlain = (client: ClientBase, { tenant }: Scope, text: string) =>
  OF_TRANSACTIONS.test(text) || (tenant === null && client.getTransactionStatus() === 'I');

/** For whom a connection was borrowed. */
const borrowers = new WeakMap<ClientBase, Scope | undefined>();

/**
 * That of the borrower goes before that of the moment: Prisma sends the statements of all transactions at one turn of the
 * event loop in the scope of the first of them.
 */
function scopeOf(client: ClientBase, config: ScopedConfig): Scope | undefined {
  if ('scope' in config) return config.scope;
  const now = scopes.getStore();
  return now?.tenant === null ? now : borrowers.get(client);
}

function scopeStatements(client: ClientBase): void {
  const send = client.query.bind(client) as Send;
  const scoped: Send = (given, values, callback) => {
    if (typeof given === 'object' && 'submit' in given) return send(given, values, callback);
    const config = asConfig(given as string | ScopedConfig);
    const scope = scopeOf(client, config);
    if (!scope || isPlain(client, scope, config.text)) return send(given, values, callback);
    const whole = { ...config, ...(Array.isArray(values) && { values }) };
    const answer = typeof values === 'function' ? (values as Callback) : callback;
    if (answer) return send(new ScopedQuery(whole, scope, answer));
    return new Promise((resolve, reject) => {
      send(new ScopedQuery(whole, scope, (error, result) => (error ? reject(error) : resolve(result))));
    });
  };
  client.query = scoped as ClientBase['query'];
}

const scopedPools = new WeakSet<Pool>();

/** Whether the pool's statements tell whom they are sent for. */
export const isScoped = (pool: Pool) => scopedPools.has(pool);

/** From here on, the pool's statements are those of the tenant that they are sent for. */
export function scopePool(pool: Pool): void {
  scopedPools.add(pool);
  pool.on('connect', scopeStatements);
  const send = pool.query.bind(pool) as Send;
  // Told here: who waits for a connection gets it from whoever gives it back.
  const scoped: Send = (given, values, callback) => {
    const config: ScopedConfig = { ...asConfig(given as string | ScopedConfig), scope: scopes.getStore() };
    return send(config, values, callback);
  };
  pool.query = scoped as Pool['query'];
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<PoolClient>;
  const borrow = (callback?: unknown) => {
    // Calls with a callback are the pool's own, for statements that have a scope.
    if (callback) return connect(callback);
    const scope = scopes.getStore();
    return connect().then((client) => {
      borrowers.set(client, scope);
      return client;
    });
  };
  pool.connect = borrow as Pool['connect'];
}
