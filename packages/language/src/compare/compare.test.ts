import type { Reading, Slot, WordedReading } from '@hippocamp/shared/language/reading';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { describe, expect, it } from 'vitest';
import { agree, opposes, repeats, replaces, saysTheSame } from './compare.js';
import { wordingOf } from './wording.js';

const slot = (subject: string, attribute: string, value: string, over: Partial<Slot> = {}): Slot => ({
  subject,
  attribute,
  value,
  polarity: true,
  single: true,
  ...over,
});
const reading = (slots: Slot[], over: Partial<Reading> = {}): Reading => ({
  slots,
  numbers: [],
  dates: [],
  names: [],
  negated: false,
  ...over,
});
const said = (content: string, given: Reading): WordedReading => ({
  stems: stemsOf(content),
  words: wordingOf(content),
  reading: given,
});
const lisbon = slot('mara', 'lives_in', 'lisbon');
const porto = slot('mara', 'lives_in', 'porto');

describe('two slots', () => {
  it.each([
    ['another value of a single attribute', lisbon, porto, true],
    ['the denial of the same', lisbon, { ...lisbon, polarity: false }, true],
    ['the denial of another value', lisbon, { ...porto, polarity: false }, false],
    ['the same value', lisbon, lisbon, false],
    ['another subject', lisbon, slot('jonas', 'lives_in', 'porto'), false],
    ['another attribute', lisbon, slot('mara', 'works_in', 'porto'), false],
    ['an attribute of many values', { ...lisbon, single: false }, { ...porto, single: false }, false],
  ])('oppose: %s', (_what, first, second, expected) => {
    expect(opposes(first, second)).toBe(expected);
    expect(opposes(second, first)).toBe(expected);
  });
});

describe('two texts say the same', () => {
  it('when it makes the same statements and names no date besides', () => {
    const first = said('Mara lives in Lisbon.', reading([lisbon]));
    expect(saysTheSame(first, said('Lisbon is where Mara lives.', reading([lisbon])))).toBe(true);
    const since = said('Mara has lived in Lisbon since 2020.', reading([lisbon], { dates: ['2020'] }));
    expect(saysTheSame(first, since)).toBe(true);
    expect(saysTheSame(since, first)).toBe(false);
    const more = said('Mara lives in Lisbon and paints boats.', reading([lisbon]));
    expect(saysTheSame(more, first)).toBe(false);
    expect(saysTheSame({ ...first, reading: reading([]) }, { ...first, reading: reading([]) })).toBe(false);
  });

  it('not by likeness alone', () => {
    const text = (content: string, over: Partial<Reading> = {}) => said(content, reading([], over));
    const known = text('The red boat sailed to Bergen.', { names: ['bergen'] });
    expect(repeats(text('The red boat sailed to Bergen', { names: ['bergen'] }), known, 1.1)).toBe(true);
    expect(repeats(text('The red boat sailed to Bergen', { names: ['bergen'] }), known, 0.6)).toBe(false);
    expect(repeats(text('The blue boat sailed to Bergen', { names: ['bergen'] }), known, 1.1)).toBe(false);
    expect(repeats(text('The boat sailed to Bergen', { names: ['bergen'], negated: true }), known, 1.1)).toBe(false);
  });

  it('only in the same order of names', () => {
    expect(agree(reading([], { names: ['anna', 'bob'] }), reading([], { names: ['bob', 'anna'] }))).toBe(false);
  });
});

describe('a candidate replaces what is known', () => {
  it('when it opposes it', () => {
    expect(replaces(reading([porto]), reading([lisbon]))).toBe(true);
  });

  it('not when another fact would go with it', () => {
    const work = slot('mara', 'works_at', 'museum');
    expect(replaces(reading([porto]), reading([lisbon, work]))).toBe(false);
    expect(replaces(reading([porto, work]), reading([lisbon, work]))).toBe(true);
  });

  it('not when nothing opposes', () => {
    expect(replaces(reading([slot('jonas', 'lives_in', 'porto')]), reading([lisbon]))).toBe(false);
  });
});
