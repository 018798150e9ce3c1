import type { KeyService } from '@hippocamp/core/modules/keys/key-service';
import { openKeys } from '@hippocamp/runtime/open-keys';
import { runOnceOnly } from '@hippocamp/runtime/program';
import { readSettings } from '@hippocamp/runtime/settings';
import type { ApiKey } from '@hippocamp/shared/schemas/keys';
import type { ProblemBody } from '@hippocamp/shared/schemas/memories';
import { safeLine } from '@hippocamp/shared/text/cleaned';
import { type OpenedService, openService } from '../inside/open-service.js';
import { readKeyOrder } from './order.js';

type Keys = Pick<KeyService, 'create' | 'list' | 'rotate' | 'revoke'>;

function keysOver({ baseUrl, fetch }: OpenedService): Keys {
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`${baseUrl}/operator/keys${path}`, { method, ...sent });
    const told = (await answer.json()) as { data: Answer } & Partial<ProblemBody>;
    if (!answer.ok) throw new Error(safeLine(told.detail ?? ''));
    return told.data;
  };
  return {
    create: (input) => ask('POST', '', input),
    async list({ tenantId, after, limit }) {
      const query = new URLSearchParams({
        limit: String(limit),
        ...(tenantId && { tenantId }),
        ...(after && { after }),
      });
      return (await ask<{ keys: Awaited<ReturnType<Keys['list']>> }>('GET', `?${query}`)).keys;
    },
    rotate: (id, overlapSeconds) => ask('POST', `/${id}/rotate`, { overlapSeconds }),
    revoke: (id) => ask('DELETE', `/${id}`),
  };
}

async function openEither(): Promise<{ keys: Keys; close(): Promise<void> }> {
  const ofServer = await openKeys(readSettings());
  if (ofServer) return ofServer;
  const opened = await openService();
  return { keys: keysOver(opened), close: opened.close };
}

const HEAD = ['id', 'tenant', 'owner', 'scopes', 'created', 'last used', 'expires', 'revoked', 'name'].join('\t');

const rowOf = ({ scopes, owner, ownerEntityId, ...key }: ApiKey): string => {
  const { id, tenantId, createdAt, lastUsedAt, expiresAt, revokedAt, name } = key;
  const cells = [
    id,
    tenantId,
    owner ?? ownerEntityId,
    scopes.join(),
    createdAt,
    lastUsedAt,
    expiresAt,
    revokedAt,
    name,
  ];
  return cells.map((cell) => safeLine(cell ?? '-')).join('\t');
};

const print = (line: string) => void process.stdout.write(`${line}\n`);
const tell = (line: string) => void process.stderr.write(`${line}\n`);

async function obey(keys: Keys, order: ReturnType<typeof readKeyOrder>): Promise<void> {
  if (order.action === 'revoke') return tell(`${(await keys.revoke(order.id)).id} is revoked.`);
  if (order.action !== 'list') {
    const made = await (order.action === 'create'
      ? keys.create(order.input)
      : keys.rotate(order.id, order.overlapSeconds));
    tell(`Key ${made.key.id}. Keep it now: it is shown this once.`);
    return print(made.secret);
  }
  print(HEAD);
  for (let page = await keys.list(order.query); page.length > 0; ) {
    for (const key of page) print(rowOf(key));
    page = await keys.list({ ...order.query, after: page.at(-1)?.id });
  }
}

runOnceOnly(async () => {
  const order = readKeyOrder(process.argv.slice(2));
  const { keys, close } = await openEither();
  await obey(keys, order).finally(close);
});
