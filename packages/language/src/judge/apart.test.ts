import { expect, it } from 'vitest';
import { segment } from '../segment/segment.js';
import { isApart } from './apart.js';

const vector = (...values: number[]) => Float32Array.from(values);

/** Whether the second of two sentences is apart, with the cosine of their vectors. */
const apart = (text: string, cosine?: number) => {
  const [before, next] = segment({ text: `Mara: ${text}`, source: 'chat' });
  if (!before || !next) throw new Error('two statements');
  const vectors = cosine === undefined ? [null, null] : [vector(1, 0), vector(cosine, Math.sqrt(1 - cosine ** 2))];
  return isApart({ statement: before, vector: vectors[0] ?? null }, { statement: next, vector: vectors[1] ?? null });
};

it('stands what states another fact that can be read', () => {
  expect(apart('I live in Oslo. My dog is called Rex.')).toBe(true);
  expect(apart('I live in Oslo. My dog is called Rex.', 0.5)).toBe(true);
  expect(apart('I live in Oslo. My dog is called Rex.', 0.9)).toBe(false);
  expect(apart('I read the long manual. My dog is called Rex.')).toBe(true);
});

it('stands what is unlike it in meaning', () => {
  expect(apart('We sailed on Friday. The kiosk opens early.', 0.1)).toBe(true);
  expect(apart('We sailed on Friday. The kiosk opens early.', 0.6)).toBe(false);
  expect(apart('We sailed on Friday. The kiosk opens early.')).toBe(false);
});

it.each(['I bought a van. It is red.', 'I bought a van. A big one.', 'The kiosk opens early. The kiosk is blue.'])(
  'stands nothing that leans on it or shares its words: %s',
  (text) => {
    expect(apart(text, 0)).toBe(false);
  },
);
