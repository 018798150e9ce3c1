import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Client, createClient, expectSuccess, type Method } from '../measure/client.js';
import type { Options } from '../options.js';
import { startGateway } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';

/** ms that refusals take: about ids of others and ids of nobody, asked in turn. */
export interface ForeignIds {
  operation: string;
  whose: 'another tenant' | 'another owner';
  foreign: number[];
  unknown: number[];
}

const keysProgram = fileURLToPath(new URL('../../../../apps/gateway/dist/keys/main.js', import.meta.url));
const PEPPER = { KEY_PEPPER: 'f'.repeat(64) };

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
type Headers = Record<string, string>;

const post = async (client: Client, path: string, headers: Headers, body: object) =>
  JSON.parse(expectSuccess(await client.send('POST', path, headers, JSON.stringify(body))).text).data;

async function makeKeys(client: Client, folder: string) {
  const env = { PATH: '/usr/bin:/bin', HIPPOCAMP_DATA: folder, ...PEPPER };
  const made = await promisify(execFile)(process.execPath, [keysProgram, 'create', '--operator'], { env });
  const operator = bearer(made.stdout.trim());
  const keyOf = async (tenantId: string, limit: object = {}): Promise<Headers> => {
    const scopes = ['read', 'write'];
    return bearer(
      (await post(client, '/operator/keys', operator, { name: 'bench', tenantId, scopes, ...limit })).secret,
    );
  };
  return { acme: await keyOf('acme'), globex: await keyOf('globex'), alice: await keyOf('acme', { owner: 'alice' }) };
}

async function fill(client: Client, acme: Headers) {
  const memory = await post(client, '/memories', acme, { tier: 'semantic', content: 'Tea at four.', owner: 'bob' });
  const note = { content: 'I live in Turku.', source: 'note', owner: 'bob' };
  const { traceId } = await post(client, '/ingest', acme, note);
  const entity = memory.ownerEntityId as string;
  const ends = { fromType: 'memory', fromId: memory.id, toType: 'entity', toId: entity };
  const relation = await post(client, '/relations', acme, { type: 'about', ...ends });
  return { memory: String(memory.id), trace: String(traceId), entity, relation: String(relation.id) };
}

type Target = readonly [method: Method, path: string, kind: keyof Awaited<ReturnType<typeof fill>>, body?: object];

const targets: readonly Target[] = [
  ['GET', '/memories', 'memory'],
  ['PATCH', '/memories', 'memory', { tags: ['x'] }],
  ['DELETE', '/memories', 'memory'],
  ['GET', '/entities', 'entity'],
  ['GET', '/relations', 'relation'],
  ['GET', '/ingest', 'trace'],
];

const WARM_UP = 50;

/** Fills in `results` as it goes. The order alternates, so that no request always follows the same one. */
export async function measureForeignIds(results: ForeignIds[], options: Options, progress: Progress): Promise<void> {
  const folder = temporaryFolder();
  const gateway = await startGateway(folder, 'words', { AUTH_MODE: 'required', ...PEPPER });
  const client = createClient(gateway.url);
  try {
    const { acme, globex, alice } = await makeKeys(client, folder);
    const ids = await fill(client, acme);
    for (const [method, path, kind, body] of targets) {
      const operation = `${method} ${path}/{id}`;
      progress.say(`foreign ids: ${operation}`);
      // A key of one owner reaches no relation, so nothing would be looked up.
      const ofOwner = kind === 'relation' ? [] : ([{ whose: 'another owner', headers: alice }] as const);
      const ways = [{ whose: 'another tenant', headers: globex } as const, ...ofOwner];
      const cells = ways.map(({ whose, headers }) => ({
        headers,
        operation,
        whose,
        foreign: [] as number[],
        unknown: [] as number[],
      }));
      const asks = cells.flatMap(({ headers, foreign, unknown }) => {
        const ask = async (id: string) => {
          const answer = await client.send(method, `${path}/${id}`, headers, body && JSON.stringify(body));
          if (answer.status !== 404) throw new Error(`${operation} answered ${answer.status}: nothing was looked up`);
          return answer.milliseconds;
        };
        return [async () => foreign.push(await ask(ids[kind])), async () => unknown.push(await ask(randomUUID()))];
      });
      for (let round = 0; round < WARM_UP + 10 * options.requests; round += 1)
        for (const ask of round % 2 === 0 ? asks : asks.toReversed()) await ask();
      results.push(
        ...cells.map(({ headers: _headers, foreign, unknown, ...named }) => ({
          ...named,
          foreign: foreign.slice(WARM_UP),
          unknown: unknown.slice(WARM_UP),
        })),
      );
    }
  } finally {
    client.close();
    await gateway.stop();
  }
}
