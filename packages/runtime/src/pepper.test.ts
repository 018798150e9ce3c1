import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyRegister } from '@hippocamp/core/ports/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPepper } from './pepper.js';
import { readSettings, refuseOpenDoor } from './settings.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hippocamp-pepper-'));
});
afterEach(() => rm(folder, { recursive: true }));

const holding = (any: boolean) => ({ keys: { exist: async () => any } as unknown as KeyRegister });
const urls = { DATABASE_URL: 'postgres://h/d', QDRANT_URL: 'http://h', REDIS_URL: 'redis://h' };
const given = 'p'.repeat(32);

describe('the pepper', () => {
  it('is made beside the data, for its user alone, and stays', async () => {
    const settings = readSettings({ HIPPOCAMP_DATA: folder });
    const made = await readPepper(settings, holding(false));
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(await readPepper(settings, holding(true))).toBe(made);
    expect((await stat(join(folder, 'key-pepper'))).mode & 0o777).toBe(0o600);
    expect((await readFile(join(folder, 'key-pepper'), 'utf8')).trim()).toBe(made);
  });

  it('is not made anew for keys whose own is gone', async () => {
    const settings = readSettings({ HIPPOCAMP_DATA: folder });
    await expect(readPepper(settings, holding(true))).rejects.toThrow(
      `put the file ${join(folder, 'key-pepper')} back`,
    );
  });

  it.each(['', 'half of it'])('is not taken from a file that was written in part: "%s"', async (text) => {
    await writeFile(join(folder, 'key-pepper'), text);
    const read = readPepper(readSettings({ HIPPOCAMP_DATA: folder }), holding(false));
    await expect(read).rejects.toThrow('does not hold the pepper');
  });

  it.each([
    ['optional', false, 'AUTH_MODE=optional needs KEY_PEPPER'],
    ['required', false, 'openssl rand -hex 32'],
    ['off', true, 'There are keys, and KEY_PEPPER is not set'],
  ])('has to be given to a server: AUTH_MODE=%s, keys: %s', async (mode, any, sentence) => {
    const settings = { ...urls, AUTH_MODE: mode };
    await expect(readPepper(readSettings(settings), holding(any))).rejects.toThrow(sentence);
    expect(await readPepper(readSettings({ ...settings, KEY_PEPPER: given }), holding(any))).toBe(given);
  });

  it('is not needed where nobody has a key', async () => {
    expect(await readPepper(readSettings(urls), holding(false))).toBeUndefined();
  });
});

describe('a door that others reach', () => {
  it('is opened by a key, or where it is said that anyone may come', () => {
    expect(() => refuseOpenDoor(readSettings({ HOST: '0.0.0.0' }))).toThrow('AUTH_MODE=required');
    for (const settings of [{ AUTH_MODE: 'required' }, { AUTH_MODE: 'optional' }, { ALLOW_ANYONE: 'true' }])
      refuseOpenDoor(readSettings({ HOST: '0.0.0.0', ...settings }));
    refuseOpenDoor(readSettings({ HOST: '127.0.0.1' }));
  });
});
