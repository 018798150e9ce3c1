import { describe, expect, it } from 'vitest';
import { segment } from '../segment/segment.js';
import { asOne, isApart, passagesOf } from './as-one.js';

describe('apart', () => {
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
});

const said = (text: string) => segment({ text: `assistant: ${text}`, source: 'chat' });

describe('passages of an answer', () => {
  it('are one where it is short', () => {
    const found = said('The ferry takes 40 minutes. It leaves at 9. The museum opens at 10.');
    expect(passagesOf(found)).toEqual([found]);
    expect(passagesOf([])).toEqual([]);
  });

  it.each([80, 200, 600])('are a handful, and hold all of it in its order: %d sentences', (count) => {
    const found = said('The ferry to the museum island takes 40 minutes on working days. '.repeat(count).trim());
    const passages = passagesOf(found);
    expect(passages.flat()).toEqual(found);
    expect(passages.length).toBeGreaterThan(1);
    expect(passages.length).toBeLessThanOrEqual(6);
  });
});

describe('statements kept as one', () => {
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
});
