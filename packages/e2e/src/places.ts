import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProductionPlace } from '@hippocamp/runtime/testing/production-place';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';

export interface Place {
  /** Settings that lead a service to it. */
  settings: Record<string, string>;
  remove(): Promise<void>;
}

/** One place for each test, or one for all tests of a suite, in tenants of their own. */
export type Span = 'test' | 'suite';

export function around(span: Span, begin: () => Promise<void>, end: () => Promise<void>): void {
  if (span === 'test') {
    beforeEach(begin);
    afterEach(end);
  } else {
    beforeAll(begin);
    afterAll(end);
  }
}

async function freshFolder(templateFolder: string): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'hippocamp-folder-'));
  const path = join(root, 'data');
  // The process that made the template may have left its socket, which cannot be copied.
  await cp(templateFolder, path, { recursive: true, filter: (from) => !from.endsWith('.sock') });
  return { settings: { HIPPOCAMP_DATA: path }, remove: () => rm(root, { recursive: true, force: true }) };
}

export function freshPlace(): Promise<Place> {
  const stores = inject('stores');
  return stores.mode === 'embedded' ? freshFolder(stores.templateFolder) : createProductionPlace(stores.servers);
}
