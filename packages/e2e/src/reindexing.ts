import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { createAll, find, foundIds, idsOf } from './actions.js';
import type { Api } from './client.js';
import { BRIEF } from './service-process.js';
import { waitUntil } from './wait-until.js';

const program = fileURLToPath(new URL('../../../apps/worker/dist/reindex.js', import.meta.url));

export async function reindex(place: Record<string, string>): Promise<string> {
  const env = { PATH: '/usr/bin:/bin', LOG_LEVEL: 'error', EMBEDDER: 'words', ...place };
  const { stdout } = await promisify(execFile)(process.execPath, [...BRIEF, program], { env });
  return stdout;
}

/** Begins a reindex that hangs after its first lines and keeps its lock. */
export async function beginReindex(place: Record<string, string>): Promise<ChildProcess> {
  const failing = { NODE_ENV: 'test', FAILPOINT: 'records.tenants:before:hang:2' };
  const env = { PATH: '/usr/bin:/bin', LOG_LEVEL: 'error', EMBEDDER: 'words', ...place, ...failing };
  const child = spawn(process.execPath, [...BRIEF, program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await waitUntil('a reindex is under way', () => output.includes('fill'), { deadline: 60_000 });
  return child;
}

export async function writeKettles(api: Api): Promise<Set<string>> {
  const contents = Array.from({ length: 40 }, (_, number) => ({
    tier: 'episodic',
    content: `Kettle ${number} is blue.`,
  }));
  return new Set(idsOf(await createAll(api, contents)));
}

export const findKettles = async (api: Api) => new Set(foundIds(await find(api, 'blue kettle', { k: 100 })));

export async function expectKettlesIndexed(api: Api): Promise<void> {
  const { consistent, points, memories } = (await api.get('/admin/consistency')).body.data;
  expect({ consistent, points, memories }).toEqual({ consistent: true, points: 40, memories: 40 });
}
