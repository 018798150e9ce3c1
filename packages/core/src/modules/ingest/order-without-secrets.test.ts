import { markerOf } from '@hippocamp/shared/language/secret';
import { bytesOf, METADATA_BYTES, SESSION_LENGTH } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { orderWithoutSecrets } from './order-without-secrets.js';

const tenant = tenantNamed('acme');

const stage = () => {
  const read: string[] = [];
  const redact = async (_tenant: unknown, text: string) => {
    read.push(text);
    const clean = text.replace(/(?<=password: )\S+|tok_\w+/g, '[secret]');
    return { text: clean, removed: clean === text ? [] : [{ kind: 'token' as const, count: 1 }] };
  };
  return {
    read,
    clean: <Sent extends { metadata: Record<string, unknown> }>(order: Sent) =>
      orderWithoutSecrets(tenant, order, redact),
  };
};

describe('what an ingest is sent beside its text', () => {
  it('loses its secrets wherever they stand', async () => {
    const { clean } = stage();
    const metadata = { password: 'swordfish', list: [{ note: 'use tok_1' }, 7, null], tok_2: 'x', plain: 'tea' };
    expect((await clean({ metadata })).metadata).toEqual({
      password: '[secret]',
      list: [{ note: 'use [secret]' }, 7, null],
      '[secret]': 'x',
      plain: 'tea',
    });
  });

  it('keeps sessions and people apart whose ids were secrets', async () => {
    const { clean } = stage();
    const [one, other] = [
      await clean({ metadata: {}, sessionId: 'tok_1', actorId: 'ann' }),
      await clean({ metadata: {}, sessionId: 'tok_2', actorId: 'tok_1' }),
    ];
    expect(one).toMatchObject({ sessionId: expect.stringMatching(/^\[secret\] [0-9a-f]{8}$/), actorId: 'ann' });
    expect(other.sessionId).not.toBe(one.sessionId);
    expect(other.actorId).toBe(one.sessionId);
  });

  it('stays as it is where it holds none, and is looked over once', async () => {
    const { clean, read } = stage();
    const order = { metadata: { a: 'tea', b: ['train'] }, sessionId: 's' };
    expect(await clean(order)).toBe(order);
    expect(read).toHaveLength(1);
  });

  it('has no long name before each of many values, and the end of a name tells what they are', async () => {
    const { clean, read } = stage();
    const values = Array.from({ length: 3000 }, (_, place) => `v${place}`);
    const metadata = { ['a'.repeat(45_000)]: values, [`${'b'.repeat(100)} password`]: 'swordfish' };
    const kept = (await clean({ metadata })).metadata;
    expect(kept).toEqual({ ...metadata, [`${'b'.repeat(100)} password`]: '[secret]' });
    expect(read.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(1_000_000);
  });

  it('is looked over in parts', async () => {
    const { clean, read } = stage();
    const list = Array.from({ length: 1500 }, (_, place) => `${place} ${'tea '.repeat(10)}`);
    await clean({ metadata: { ['a'.repeat(64)]: list } });
    expect(read.length).toBeGreaterThan(2);
    expect(Math.max(...read.map(({ length }) => length))).toBeLessThan(70_000);
  });

  it('grows beyond no bound by what stands in the place of secrets', async () => {
    const redact = async (_tenant: unknown, text: string) => {
      const clean = text.replaceAll(/(?<=pw=)\d/g, markerOf('password'));
      return { text: clean, removed: clean === text ? [] : [{ kind: 'password' as const, count: 1 }] };
    };
    const metadata = { a: 'pw=1 '.repeat(12_000), b: { c: ['pw=2'] } };
    const sent = { metadata, sessionId: 'pw=1 '.repeat(51), actorId: 'pw=1' };
    const kept = await orderWithoutSecrets(tenant, sent, redact);
    expect(kept.metadata).toEqual({ a: 'pw=* '.repeat(12_000), b: { c: ['pw=*'] } });
    expect(bytesOf(kept.metadata)).toBeLessThanOrEqual(METADATA_BYTES);
    expect(kept.sessionId).toMatch(/^pw=\* pw=\* .* [0-9a-f]{8}$/);
    expect(kept.sessionId.length).toBeLessThanOrEqual(SESSION_LENGTH);
    expect(kept.actorId).toMatch(/^pw=\[secret removed: password\] [0-9a-f]{8}$/);
    const other = await orderWithoutSecrets(tenant, { ...sent, sessionId: 'pw=2 '.repeat(51) }, redact);
    expect(other.sessionId).not.toBe(kept.sessionId);
  });
});
