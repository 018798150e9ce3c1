import { expect, it } from 'vitest';
import { statementsIn } from './statements-in.js';

const statements = (content: string) => statementsIn(content).map(({ start, end }) => content.slice(start, end));

it('are the sentences of a text, in their places; the first with the name before it', () => {
  expect(statements('Mara: I bought a van. I live in Oslo.')).toEqual(['Mara: I bought a van.', 'I live in Oslo.']);
});

it('go with what leans on them', () => {
  expect(statements('I bought a van. It is red. I live in Oslo.')).toEqual([
    'I bought a van. It is red.',
    'I live in Oslo.',
  ]);
});

it.each(['I live in Oslo.', 'I bought a van. It is red.', 'oslo', ''])(
  'are none where all of it is one: %j',
  (content) => {
    expect(statementsIn(content)).toEqual([]);
  },
);

it.each([
  'Asked "Where do you live? And since when?": Lisbon.',
  'Mara, after "We meet on Tuesday. Bring the tent.": wednesday noon',
  `After "${'We meet in the old town hall by the river. '.repeat(12)}": wednesday noon`,
  'After "Tom said "no." I said "yes."": wednesday noon',
])('do not begin within the words that are quoted at the head: %s', (content) => {
  expect(statementsIn(content)).toEqual([]);
});

it('go on after an answer', () => {
  expect(statements('Ben, asked "Where do you live?": Lisbon. I work at Acme.')).toEqual([
    'Ben, asked "Where do you live?": Lisbon.',
    'I work at Acme.',
  ]);
});
