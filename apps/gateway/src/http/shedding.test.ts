import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdmission } from '@hippocamp/core/modules/limits/admission';
import { createPlaces } from '@hippocamp/core/modules/limits/places';
import { watchLoad } from '@hippocamp/runtime/load';
import { createService } from '@hippocamp/runtime/service';
import { readSettings } from '@hippocamp/runtime/settings';
import { expect, it } from 'vitest';
import { serveWithin } from '../inside/inside.js';
import { createAuthorize } from './authorize.js';

it('a full pool has new work answered 503 with Retry-After before anything is done, and health as ever', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hippocamp-shedding-'));
  const settings = readSettings({
    EMBEDDER: 'words',
    READER: 'none',
    LOG_LEVEL: 'error',
    HIPPOCAMP_DATA: join(root, 'data'),
  });
  const service = await createService(settings);
  const pool = { idle: 0, used: 2, waiting: 16, limited: 0 };
  const load = watchLoad({ most: 10_000, pool: () => pool });
  const admission = createAdmission({
    limits: () => settings.limits,
    limiter: { count: async () => ({ count: 1, resetIn: 1 }), close: async () => undefined },
    places: createPlaces(),
    quota: { check: async () => undefined, within: (_tenant, _limits, lines) => lines },
    overload: load.tooMuch,
    onRefused: () => undefined,
  });
  const authorize = createAuthorize({ check: service.keyCheck, mode: 'off', trusted: true });
  const { fetch, close } = serveWithin({ ...service, admission }, settings, authorize);
  const headers = { 'x-tenant-id': 'acme', 'content-type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(`http://localhost${path}`, { headers, ...sent });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
  };
  const memory = { tier: 'semantic', content: 'Tea at four.' };
  try {
    for (const refused of [await ask('/memories', memory), await ask('/memories')])
      expect(refused).toMatchObject({
        status: 503,
        retryAfter: '2',
        text: expect.stringContaining('/problems/overloaded'),
      });
    for (const path of ['/livez', '/readyz', '/metrics']) expect((await ask(path)).status, path).toBe(200);
    pool.waiting = 0;
    expect(JSON.parse((await ask('/memories')).text).data.total).toBe(0);
    expect((await ask('/memories', memory)).status).toBe(201);
  } finally {
    load.stop();
    await close(1000);
    await service.close();
    await rm(root, { recursive: true, force: true });
  }
}, 120_000);
