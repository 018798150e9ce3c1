import { describe, expect, it } from 'vitest';
import { NOON } from '../../testing/builders.js';
import { wordsOf } from '../../testing/comparing.js';
import { contentHash } from '../memories/normalise.js';
import type { KnownFact } from './known-fact.js';
import { type NearnessDependencies, nearPairs } from './near-pairs.js';

const known = (content: string, over: Partial<KnownFact> = {}): KnownFact => ({
  ...{ content, own: null, amends: null, hash: contentHash(content), textHash: contentHash(content) },
  ...{ words: wordsOf(content).words, vector: Float32Array.of(1), self: 'self', speaker: null, part: null },
  ...{ id: 'old', of: 1, occurredAt: NOON },
  ...over,
});

/** Of the text itself, in a message; null where it was not sent as messages. */
const said = (content: string, message: number | null, over: Partial<KnownFact> = {}): KnownFact =>
  known(content, { id: 'candidate 1', inText: { message }, ...over });

/** As alike as this, beside a model with which texts of a likeness of 0.8 may say the same. */
const likenessOf = (likeness: number): NearnessDependencies => ({
  language: { tellsOfSelf: (text) => text.startsWith('I ') },
  comparer: {
    likeness: () => likeness,
    calibration: { lo: 0, hi: 1, same: 0.8, alpha: 0.5, scale: { doubtful: 0.2, clear: 0.6 } },
  },
});

/** The pair of both; null where they are none. */
const pairOf = (statement: KnownFact, fact: KnownFact, { likeness = 0.8, isToldAfter = false } = {}) => {
  const told = new Set(isToldAfter ? [fact.id] : []);
  return nearPairs(statement, [fact], told, likenessOf(likeness))[0]?.pair ?? null;
};

const [tea, coffee] = [known('Ann likes tea.'), said('Ann likes coffee.', null)];

describe('a statement and a fact', () => {
  it('are a pair as they are read, the nearer the more alike', () => {
    const pair = pairOf(coffee, tea);
    expect(pair).toMatchObject({ older: 'Ann likes tea.', newer: 'Ann likes coffee.', near: 1 });
    expect(pair).not.toHaveProperty('isAfter');
    expect(pair).not.toHaveProperty('amends');
    expect(pairOf(coffee, tea, { likeness: 0.4 })).toMatchObject({ near: 0.5 });
  });

  it('are pairs with each fact that is near, in their order', () => {
    const [far, same] = [
      known('Ann has a dog.', { id: 'far', vector: null }),
      known('Ann likes coffee.', { id: 'same' }),
    ];
    const pairs = nearPairs(coffee, [tea, far, same], new Set(), likenessOf(0.4));
    expect(pairs.map(({ fact, pair }) => [fact.id, pair.near])).toEqual([
      ['old', 0.5],
      ['same', 1],
    ]);
    expect(pairs.every(({ statement }) => statement === coffee)).toBe(true);
  });

  it('are no pair where both are far, unless one was told right after the other', () => {
    expect(pairOf(coffee, tea, { likeness: 0.12 })).toBeNull();
    expect(pairOf(coffee, tea, { likeness: 0.1, isToldAfter: true })).toMatchObject({ near: 0.125 });
    expect(pairOf(coffee, tea, { likeness: -0.2, isToldAfter: true })).toMatchObject({ near: 0 });
  });

  it('are far without vectors, unless both are the same text', () => {
    const without = { vector: null };
    expect(pairOf(said('Ann likes coffee.', null, without), tea)).toBeNull();
    expect(pairOf(coffee, known('Ann likes tea.', without))).toBeNull();
    expect(pairOf(said('ann likes tea', null, without), tea)).toMatchObject({ near: 1 });
  });

  it('are no pair of what a person and what the assistant said', () => {
    const assistants = { speaker: 'assistant' };
    expect(pairOf(coffee, known('Ann likes tea.', assistants))).toBeNull();
    expect(pairOf(said('Ann likes coffee.', null, assistants), tea)).toBeNull();
    expect(pairOf(said('Ann likes coffee.', null, assistants), known('Ann likes tea.', assistants))).not.toBeNull();
  });

  it("are no pair with another speaker's first person, even where one was told right after the other", () => {
    const [ann, ben] = [{ speaker: 'Ann' }, { speaker: 'Ben' }];
    const told = { isToldAfter: true };
    expect(pairOf(said('I like tea.', null, ben), known('I like tea.', ann), told)).toBeNull();
    expect(pairOf(said('I like tea.', null, ben), known('Ann likes tea.', ann), told)).toBeNull();
    expect(pairOf(said('Ann likes coffee.', null, ben), known('I like tea.', ann), told)).toBeNull();
    expect(pairOf(said('I like coffee.', null, ann), known('I like tea.', ann))).not.toBeNull();
    expect(pairOf(said('Ann likes coffee.', null, ben), known('Ann likes tea.', ann))).not.toBeNull();
    expect(pairOf(said('Ann likes coffee.', null, { self: 'self:ben' }), tea)).toBeNull();
  });
});

describe('statements of one text', () => {
  const [red, van] = ['The van is red.', 'The red van is old.'];

  it('of one message are a pair only where the earlier has all words of the later', () => {
    expect(pairOf(said('Ann likes coffee.', 2), said('Ann likes tea.', 2))).toBeNull();
    expect(pairOf(said(van, 2), said(red, 2))).toBeNull();
    expect(pairOf(said(red, 2), said(van, 2))).toMatchObject({ older: van, newer: red });
    expect(pairOf(said('!', 2, { words: [] }), said('Ann likes tea.', 2))).toBeNull();
  });

  it('of several messages are as any other two', () => {
    expect(pairOf(said('Ann likes coffee.', 2), said('Ann likes tea.', 1))).not.toBeNull();
    expect(pairOf(said('Ann likes coffee.', 2), said('Ann likes tea.', 1), { likeness: 0.12 })).toBeNull();
  });

  it('that was not sent as messages are of one', () => {
    expect(pairOf(said('Ann likes coffee.', null), said('Ann likes tea.', null))).toBeNull();
    expect(pairOf(said(red, null), said(van, null))).not.toBeNull();
  });

  it('were not told right before each other by being told last', () => {
    const far = { likeness: 0.12, isToldAfter: true };
    expect(pairOf(said('Ann likes coffee.', 2), said('Ann likes tea.', 1), far)).toBeNull();
  });
});

describe('what is kept with what was said before', () => {
  const content = 'After "The train leaves on Friday (10 April 2026) at nine": sorry, Thursday.';
  const newer = said(content, null, { own: 'Sorry, Thursday.' });

  it('is read without that beside it, whatever dates stand there', () => {
    for (const on of ['Friday', 'Friday (10 April 2026)', 'Friday (tomorrow)']) {
      const older = `The train leaves on ${on} at nine.`;
      expect(pairOf(newer, known(older))).toMatchObject({ older, newer: 'Sorry, Thursday.', isAfter: true, near: 1 });
    }
  });

  it('is read as a whole beside another', () => {
    const pair = pairOf(newer, tea);
    expect(pair).toMatchObject({ older: tea.content, newer: content, near: 1 });
    expect(pair).not.toHaveProperty('isAfter');
  });

  it('is said after nothing that says nothing', () => {
    for (const empty of ['', '…', ' (2026-04-10)']) expect(pairOf(newer, known(empty))).not.toHaveProperty('isAfter');
  });
});

describe('what puts right what was said before', () => {
  const told = 'We meet on Friday at nine.';
  const sorry = (over: Partial<KnownFact> = {}) =>
    said(`After "${told}": oh, I meant Thursday`, 2, {
      ...{ own: 'I meant Thursday', amends: { told, sure: 0.7 } },
      ...over,
    });

  it('puts that right as surely as the judge is of it, however far both are', () => {
    const pair = { older: told, amends: 0.7 };
    expect(pairOf(sorry(), known(told))).toMatchObject({ ...pair, near: 1 });
    expect(pairOf(sorry(), known(told), { likeness: 0 })).toMatchObject({ ...pair, near: 1 });
    expect(pairOf(sorry(), said(told, 1), { likeness: 0 })).toMatchObject(pair);
  });

  it('puts that right within what was said with it, and with a date beside it', () => {
    for (const older of [`Ann has a dog. ${told}`, 'We meet on Friday (10 April 2026) at nine.'])
      expect(pairOf(sorry(), known(older))).toMatchObject({ older, amends: 0.7 });
  });

  it('puts no other fact right, and is compared with it as a whole', () => {
    for (const older of ['We meet on Monday at ten.', 'Ann likes tea.']) {
      const pair = pairOf(sorry(), known(older));
      expect(pair).toMatchObject({ older, newer: sorry().content });
      expect(pair).not.toHaveProperty('amends');
      expect(pair).not.toHaveProperty('isAfter');
    }
  });

  it('puts right what is kept without the name of who said it', () => {
    const mara = { speaker: 'Mara' };
    const labelled = sorry({ ...mara, amends: { told: `Mara: ${told}`, sure: 0.9 } });
    expect(pairOf(labelled, known(told, mara))).toMatchObject({ older: told, amends: 0.9 });
    expect(pairOf(labelled, tea)).not.toHaveProperty('amends');
  });

  it('puts nothing right that says nothing, and nothing where nothing was said', () => {
    for (const empty of ['', '…', ' (2026-04-10)']) {
      expect(pairOf(sorry(), known(empty))).not.toHaveProperty('amends');
      expect(pairOf(sorry({ amends: { told: empty, sure: 0.9 } }), tea)).not.toHaveProperty('amends');
    }
  });

  it('is no pair where both are far, and the fact is another', () => {
    expect(pairOf(sorry(), tea, { likeness: 0.12 })).toBeNull();
  });

  it("puts nothing right that is another's first person", () => {
    const of = sorry({ speaker: 'Ben', amends: { told: 'I like tea.', sure: 0.9 } });
    expect(pairOf(of, known('I like tea.', { speaker: 'Ann' }))).toBeNull();
  });
});
