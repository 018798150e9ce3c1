import { expect, it } from 'vitest';
import { asSaid } from './as-said.js';

it.each([
  ['Ewa needs a ladder.', 'Ewa', 'I needs a ladder.'],
  ["Ewa's ladder is red.", 'Ewa', 'My ladder is red.'],
  ['Ewa is tall.', 'Ewa', 'I am tall.'],
  ['Ewald is tall.', 'Ewa', 'Ewald is tall.'],
  ['Ewa is tall.', null, 'Ewa is tall.'],
])('%s, told by %s', (newer, speaker, said) => {
  expect(asSaid({ older: 'x', newer, speaker })).toEqual({ older: 'x', newer: said });
});

it('has no date that is resolved beside one of both', () => {
  const [dated, plain] = ['I fly tomorrow (2026-01-12).', 'I fly tomorrow.'];
  expect(asSaid({ older: dated, newer: plain })).toEqual({ older: plain, newer: plain });
  expect(asSaid({ older: dated, newer: dated })).toEqual({ older: dated, newer: dated });
});
