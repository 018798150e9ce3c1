import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);

test('the page of the architecture names files that are there', () => {
  const page = readFileSync(new URL('docs/architecture.md', root), 'utf8');
  const named = [...page.matchAll(/`((?:apps|packages)\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
