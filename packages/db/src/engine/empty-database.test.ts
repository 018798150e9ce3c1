import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { templatePath } from '@hippocamp/db/engine/empty-database';
import { expect, test } from 'vitest';

test('new folders begin as a database of the engine that is installed', async () => {
  const manifest = fileURLToPath(new URL('../../package.json', import.meta.url));
  const { dependencies } = JSON.parse(await readFile(manifest, 'utf8'));
  expect(templatePath).toContain(`/pglite-${dependencies['@electric-sql/pglite']}.tar.br`);
  expect((await readFile(templatePath)).length).toBeGreaterThan(0);
});
