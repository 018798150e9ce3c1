/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { useOwnServices } from '../own-service.js';
import { having, isOfProduction } from './choose.js';
import { createShell } from './shell.js';
import { tryPage } from './try-page.js';

/** The pages' commands for operators run on engines of their own. */
describe('the commands of a page', () => {
  const { startAlone, place } = useOwnServices();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hippocamp-page-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each(having(isOfProduction))('of $page run', async ({ blocks }) => {
    const { url } = await startAlone('gateway');
    await tryPage(blocks, await createShell({ folder, url, settings: place() }), { takes: isOfProduction });
  });
});
