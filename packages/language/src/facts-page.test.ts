import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { attributes } from './attributes.js';
import { kindsWritten } from './claim/lexicon/exclusive.js';

const page = readFileSync(new URL('../../../docs/facts.md', import.meta.url), 'utf8');

const rowOf = (cells: readonly string[]): string => `| ${cells.map((cell) => cell || '–').join(' | ')} |`;

it('the page of facts has the closed list of attributes', () => {
  const rows = Object.entries(attributes).map(([name, { single, of = '' }]) =>
    rowOf([`\`${name}\``, of, single ? 'yes' : 'no']),
  );
  expect(page).toContain(rows.join('\n'));
});

it('the page of facts has the closed list of what excludes what', () => {
  expect(page).toContain(kindsWritten);
});
