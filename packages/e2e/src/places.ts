import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProductionPlace } from '@hippocamp/runtime/testing/production-place';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';

/** Where a service of one's own keeps everything: empty, and nobody else's. */
export interface Place {
  /** What tells a service of it. */
  settings: Record<string, string>;
  remove(): Promise<void>;
}

/** Who has a place: each test one of its own, or all tests of a suite the same, in tenants of their own. */
export type Span = 'test' | 'suite';

/** Runs `begin` before each test and `end` after it, or once around all of them. */
export function around(span: Span, begin: () => Promise<void>, end: () => Promise<void>): void {
  if (span === 'test') {
    beforeEach(begin);
    afterEach(end);
  } else {
    beforeAll(begin);
    afterAll(end);
  }
}

/** A data folder with an empty database in it. */
async function freshFolder(templateFolder: string): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'hippocamp-folder-'));
  const path = join(root, 'data');
  // The process that made it may have left its socket, which cannot be copied.
  await cp(templateFolder, path, { recursive: true, filter: (from) => !from.endsWith('.sock') });
  return { settings: { HIPPOCAMP_DATA: path }, remove: () => rm(root, { recursive: true, force: true }) };
}

export function freshPlace(): Promise<Place> {
  const stores = inject('stores');
  return stores.mode === 'embedded' ? freshFolder(stores.templateFolder) : createProductionPlace(stores.servers);
}
