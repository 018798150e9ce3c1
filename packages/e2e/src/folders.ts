import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A data folder of one's own with an empty database in it. */
export async function freshFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'hippocamp-folder-'));
  const path = join(root, 'data');
  await cp(inject('templateFolder'), path, { recursive: true });
  return { path, remove: () => rm(root, { recursive: true, force: true }) };
}
