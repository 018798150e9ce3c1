import { parseArgs } from 'node:util';
import { uuid } from '@hippocamp/shared/schemas/common';
import {
  type KeyCreate,
  type KeyListQuery,
  keyCreate,
  keyListQuery,
  keyPath,
  keyRotate,
} from '@hippocamp/shared/schemas/keys';
import type { z } from 'zod';

export type KeyOrder =
  | { action: 'create'; input: KeyCreate }
  | { action: 'list'; query: KeyListQuery }
  | { action: 'rotate'; id: string; overlapSeconds: number }
  | { action: 'revoke'; id: string };

export const HOW = `Say one of:
  create --operator [--name <what it is for>]
  create --tenant <name> [--scopes read,write,admin] [--owner <name or entity id>] [--expires <time>] [--name <what it is for>]
  list [--tenant <name>]
  rotate <id> [--overlap <seconds that the old one still holds, 3600>]
  revoke <id>`;

const options = {
  operator: { type: 'boolean' },
  name: { type: 'string' },
  tenant: { type: 'string' },
  scopes: { type: 'string' },
  owner: { type: 'string' },
  expires: { type: 'string' },
  overlap: { type: 'string' },
} as const;

const fitting = <Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`${wrong.join('; ')}\n${HOW}`);
};

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

const toCreate = ({ operator, name, tenant, scopes, owner, expires }: Values): KeyCreate =>
  fitting(keyCreate, {
    name: name ?? (operator ? 'operator' : 'key'),
    tenantId: tenant,
    scopes: operator ? ['operator'] : (scopes ?? 'read,write').split(','),
    ...(uuid.safeParse(owner).success ? { ownerEntityId: owner } : { owner }),
    expiresAt: expires,
  });

/** Throws an error whose message lists the valid arguments. */
export function readKeyOrder(given: readonly string[]): KeyOrder {
  const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
  const [action, id, ...more] = positionals;
  if (more.length > 0) throw new Error(HOW);
  if (action === 'create' && id === undefined) return { action, input: toCreate(values) };
  if (action === 'list' && id === undefined)
    return { action, query: fitting(keyListQuery, { tenantId: values.tenant, limit: '100' }) };
  if (action === 'revoke') return { action, ...fitting(keyPath, { id }) };
  if (action !== 'rotate') throw new Error(HOW);
  const overlap = values.overlap === undefined ? {} : { overlapSeconds: Number(values.overlap) };
  return { action, ...fitting(keyPath, { id }), ...fitting(keyRotate, overlap) };
}
