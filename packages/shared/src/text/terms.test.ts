import { describe, expect, it } from 'vitest';
import { terms } from './terms.js';

describe('terms', () => {
  it('are stems of the words that carry meaning', () => {
    expect(terms('The kettles were boiling, and boiled.')).toEqual(['kettl', 'boil', 'boil']);
  });

  it('leave a text as it is whose letters become many each: it would take eighteen times as long', () => {
    expect(terms('\ufdfa'.repeat(50_000))).toEqual(['\ufdfa'.repeat(50_000)]);
    expect(terms('ﬁnding the ﬃnity')).toEqual(['find', 'ffiniti']);
  });

  it('leave a run of letters that is no word as it is: the stemmer would take minutes for it', () => {
    const run = `${'x'.repeat(49_996)}sses`;
    expect(terms(run)).toEqual([run]);
    const word = `${'x'.repeat(59)}ising`;
    expect(terms(word)).not.toEqual([word]);
    expect(terms(`x${word}`)).toEqual([`x${word}`]);
  });
});
