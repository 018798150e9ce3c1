import { expect, it } from 'vitest';
import { segment } from '../segment/segment.js';
import { isApart } from './apart.js';

/** Whether the second of two sentences is apart. */
const apart = (text: string) => {
  const [before, next] = segment({ text: `Mara: ${text}`, source: 'chat' });
  if (!before || !next) throw new Error('two statements');
  return isApart(before, next);
};

it('stands what states something of another subject', () => {
  expect(apart('I live in Oslo. My dog is called Rex.')).toBe(true);
  expect(apart('We sailed on Friday. The kiosk opens early.')).toBe(false);
});

it.each(['I bought a van. It is red.', 'I bought a van. A big one.', 'The kiosk opens early. The kiosk is blue.'])(
  'stands nothing that leans on it or shares its words: %s',
  (text) => {
    expect(apart(text)).toBe(false);
  },
);
