/** @module-tag long */
import { writeFile } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { useOwnServices } from './own-service.js';
import { startServiceProcess } from './service-process.js';

const { place, start } = useOwnServices();
const folder = () => String(place().HIPPOCAMP_DATA);

const refusal = async (settings: Record<string, string>, path = folder()): Promise<string[]> => {
  const failure = await startServiceProcess('gateway', { HIPPOCAMP_DATA: path, ...settings }).catch((error: unknown) =>
    String(error),
  );
  expect(failure).toMatch(/^Error: ended with 1:\n/);
  return String(failure)
    .split('\n')
    .slice(1)
    .filter((line) => line !== '');
};

describe('a start that cannot succeed', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a port out of range', { PORT: '99999' }, 'PORT'],
    ['a port that is no number', { PORT: 'http' }, 'PORT'],
    ['a limit of nothing', { BODY_LIMIT_BYTES: '0' }, 'BODY_LIMIT_BYTES'],
    ['a time below nothing', { SHORT_TERM_EXPIRY_SECONDS: '-1' }, 'SHORT_TERM_EXPIRY_SECONDS'],
    ['an unknown log level', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    ['a flag that is none', { CHECK_ANSWERS: 'maybe' }, 'CHECK_ANSWERS'],
    ['one engine of three', { DATABASE_URL: 'postgres://localhost/x' }, 'DATABASE_URL'],
    ['an address that is not ours', { HOST: '203.0.113.1', ALLOW_ANYONE: 'true' }, '203.0.113.1'],
    ['an address that others reach, and no keys', { HOST: '0.0.0.0' }, 'AUTH_MODE=required'],
    ['a pepper that is too short', { KEY_PEPPER: 'x' }, 'KEY_PEPPER'],
  ])('ends with one sentence that names what is wrong: %s', async (_name, settings, named) => {
    const lines = await refusal(settings);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Hippocamp did not start: .*\.$/);
    expect(lines[0]).toContain(named);
  });

  it('names the port that is in use', async () => {
    const { port } = new URL(inject('gatewayUrl'));
    const lines = await refusal({ PORT: port });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(port);
    await start();
  });

  it('names a folder that is a file, or that another format wrote', async () => {
    const file = `${folder()}/../file`;
    await writeFile(file, 'x');
    expect((await refusal({}, file)).join('\n')).toContain(file.replace('/data/..', ''));
    const format = { format: 99, engine: 'pglite-99', embedder: 'x', writtenBy: '9.9.9' };
    await writeFile(`${folder()}/format.json`, JSON.stringify(format));
    const lines = await refusal({});
    expect(lines).toHaveLength(1);
    for (const named of [folder(), '9.9.9', '99']) expect(lines[0]).toContain(named);
  });
});
