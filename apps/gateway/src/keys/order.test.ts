import { expect, it } from 'vitest';
import { HOW, readKeyOrder } from './order.js';

const id = '0123456789abcdef';
const owner = '0a0b0c0d-0000-4000-8000-000000000001';

it.each<[string, object]>([
  ['create --operator', { action: 'create', input: { name: 'operator', scopes: ['operator'] } }],
  ['create --tenant acme', { input: { name: 'key', tenantId: 'acme', scopes: ['read', 'write'] } }],
  ['create --tenant acme --scopes admin --name backup', { input: { name: 'backup', scopes: ['admin'] } }],
  ['create --tenant acme --owner alice', { input: { owner: 'alice' } }],
  [`create --tenant acme --owner ${owner}`, { input: { ownerEntityId: owner } }],
  [
    'create --tenant acme --expires 2030-01-02T03:04:05Z',
    { input: { expiresAt: expect.stringContaining('2030-01-02T03:04:05') } },
  ],
  ['list --tenant acme', { action: 'list', query: { tenantId: 'acme', limit: 100 } }],
  [`rotate ${id}`, { action: 'rotate', id, overlapSeconds: 3600 }],
  [`rotate ${id} --overlap 0`, { action: 'rotate', id, overlapSeconds: 0 }],
  [`revoke ${id}`, { action: 'revoke', id }],
])('understands %s', (said, meant) => expect(readKeyOrder(said.split(' '))).toMatchObject(meant));

it.each([
  '',
  'create',
  'create --operator --tenant acme',
  'create --tenant acme --scopes read,all',
  'create --tenant acme --scopes admin --owner alice',
  'create --tenant acme --expires tomorrow',
  `rotate ${id} --overlap=-1`,
  'rotate',
  `revoke ${id} ${id}`,
  'revoke alice',
  'show',
])('says what can be said in place of “%s”', (said) =>
  expect(() => readKeyOrder(said.split(' ').filter(Boolean))).toThrow(HOW),
);
