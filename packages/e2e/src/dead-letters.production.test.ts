/** @module-tag long */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { find, finishedIngest, foundIds } from './actions.js';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { BRIEF } from './service-process.js';

const { start, place } = useOwnServices();
const program = fileURLToPath(new URL('../../../apps/worker/dist/dead-letters.js', import.meta.url));
const head = 'tenant\tkind\tref\tsince\tattempts\treason\n';

const deadLetters = async (...given: string[]) => {
  const env = { PATH: '/usr/bin:/bin', LOG_LEVEL: 'error', ...place() };
  return (await promisify(execFile)(process.execPath, [...BRIEF, program, ...given], { env })).stdout;
};

const failing = {
  NODE_ENV: 'test',
  FAILPOINT: 'language.segment:before:throw',
  JOB_ATTEMPTS: '1',
  JOB_RETRY_SECONDS: '0',
};

describe('dead letters of all tenants', () => {
  it('are listed, tried again and removed by a program, also while nobody works', async () => {
    const api = createApi((await start(failing)).url);
    const answer = await api.post('/ingest', { content: 'Ann lives in Turku.', source: 'note' });
    expect([answer.status, answer.body.data.status]).toEqual([200, 'failed']);
    const [{ traceId }] = (await api.get('/ingest?state=failed')).body.data.ingests;
    const [first, line = '', ...rest] = (await deadLetters()).split('\n');
    expect([`${first}\n`, rest]).toEqual([head, ['']]);
    const [tenant, kind, ref, since, attempts, reason] = line.split('\t');
    expect([tenant, kind, ref, attempts, reason]).toEqual([api.tenant, 'ingest', traceId, '1', 'failpoint']);
    expect(since).toMatch(/^20\S+Z$/);
    expect(await deadLetters('--tenant', 'nobody')).toBe(head);
    expect(await deadLetters('--retry', '--kind', 'index')).toBe('Tried again: 0.\n');
    expect(await deadLetters('--discard', '--kind', 'index')).toBe('Removed: 0.\n');
    await expect(deadLetters('--retri')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^[^\n]+\n$/),
    });
    expect(await deadLetters('--retry', '--tenant', api.tenant)).toBe('Tried again: 1.\n');
    const done = await finishedIngest(api, traceId);
    expect(foundIds(await find(api, 'Where does Ann live?'))).toEqual([done.acceptedMemories[0]?.memoryId]);
    expect(await deadLetters()).toBe(head);
  });

  it('are removed where that is asked for', async () => {
    const api = createApi((await start(failing)).url);
    const answer = await api.post('/ingest', { content: 'Ann lives in Turku.', source: 'note' });
    expect([answer.status, answer.body.data.status]).toEqual([200, 'failed']);
    expect(await deadLetters('--discard', '--tenant', api.tenant)).toBe('Removed: 1.\n');
    expect((await api.get('/admin/dead-letters')).body.data.total).toBe(0);
    expect((await api.get('/ingest?state=failed')).body.data.total).toBe(1);
  });
});
