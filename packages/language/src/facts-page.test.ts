import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kindsWritten } from './claim/may-refute.js';

const page = readFileSync(new URL('../../../docs/facts.md', import.meta.url), 'utf8');

it('the page of facts has the closed list of what excludes what', () => {
  expect(page).toContain(kindsWritten);
});
