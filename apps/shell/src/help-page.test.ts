import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { helpPage } from './help-page.js';

it('the page of the shell shows the help of its commands', async () => {
  const page = await readFile(new URL('../../../docs/shell.md', import.meta.url), 'utf8');
  expect(page, 'run "npm run shell-page"').toBe(helpPage());
});
