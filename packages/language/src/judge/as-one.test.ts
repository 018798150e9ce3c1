import { expect, it } from 'vitest';
import { segment } from '../segment/segment.js';
import { asOne } from './as-one.js';

const chat = (text: string) => segment({ text, source: 'chat' });

it('keeps the words in their order, under one name', () => {
  const text = 'Mara: I bought a van. It is red. I sail on Fridays.';
  const one = asOne(chat(text));
  expect(one).toMatchObject({
    content: 'Mara: I bought a van. It is red. I sail on Fridays.',
    words: 'I bought a van. It is red. I sail on Fridays.',
  });
  expect(text.slice(one.start, one.end)).toBe(one.words);
});

it('leaves out what lies between and tells nothing', () => {
  const [van, , sail] = chat('Mara: I bought a van. So cool! I sail on Fridays.');
  if (!van || !sail) throw new Error('three statements');
  expect(asOne([van, sail]).content).toBe('Mara: I bought a van. I sail on Fridays.');
});

it('begins with what the first of them answers', () => {
  expect(asOne(chat('Ann: Where do you live?\nBen: Lisbon. I work at Acme.').slice(1)).content).toBe(
    'Ben, asked "Where do you live?": Lisbon. I work at Acme.',
  );
});

it('is the statement itself where there is one, and fails where there is none', () => {
  const [only] = chat('Mara: I sail.');
  if (!only) throw new Error('one statement');
  expect(asOne([only])).toBe(only);
  expect(() => asOne([])).toThrow('nothing is no statement');
});
