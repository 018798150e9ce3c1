import type { WordedReading } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import { readText } from '../read/read-text.js';
import { relateClaim } from '../relate/relate-claim.js';
import { compare } from './compare.js';

const statement = (content: string): WordedReading => {
  const { stems, words, language: _language, marks: _marks, ...reading } = readText({ content, speaker: null });
  return { stems: new Set(stems), words, reading };
};

/** What the second is once the first is known, however alike they look. */
const verdict = (known: string, said: string) =>
  compare({
    first: { content: said, ...statement(said) },
    second: { content: known, ...statement(known) },
    likeness: 1,
  }).verdict;

describe('texts with dates resolved in them', () => {
  it.each([
    ['I fly to Oslo tomorrow (2026-11-23).', 'I fly to Oslo tomorrow (2026-11-24).'],
    ['I broke my wrist last week (week of 2026-11-09).', 'I broke my wrist last week (week of 2026-11-16).'],
    ['I bought a van last month (October 2026).', 'I bought a van last month (November 2026).'],
    // Kept before dates were resolved: nobody knows which day it was.
    ['I fly to Oslo tomorrow.', 'I fly to Oslo tomorrow (2026-11-24).'],
  ])('%s is no repeat of %s', (known, said) => {
    expect(verdict(known, said)).toBe('unrelated');
    expect(verdict(said, known)).toBe('unrelated');
  });

  it.each([
    ['I fly to Oslo tomorrow (2026-11-23).', 'I fly to Oslo tomorrow (2026-11-23)!'],
    ['I am moving to Oslo today (2026-11-22).', 'I move to Oslo today (2026-11-22).'],
  ])('%s is repeated by %s', (known, said) => {
    expect(['same', 'repeats']).toContain(verdict(known, said));
  });

  it('replace each other where one thing gets another day', () => {
    expect(verdict('The meeting is tomorrow (2026-11-23).', 'The meeting is on Friday (2026-11-27).')).toBe('replaces');
  });

  it.each([
    ['I moved to Porto last week.', 'I moved to Porto last week (week of 2026-11-09).'],
    ['I am relocating to Lisbon tomorrow.', 'I am relocating to Lisbon tomorrow (2026-11-23).'],
    ['I moved to Tollgate Lane 9 yesterday.', 'I moved to Tollgate Lane 9 yesterday (2026-11-21).'],
    ['I am moving to Oslo today.', 'I am moving to Oslo today (2026-11-22).'],
    ['I paid 30 euros on the 14th.', 'I paid 30 euros on the 14th (2026-11-14).'],
  ])('say the same of everything else: %s', (plain, dated) => {
    const [first, second] = [readText({ content: plain, speaker: null }), readText({ content: dated, speaker: null })];
    expect({ ...second, dates: [] }).toEqual({ ...first, dates: [] });
    expect(second.dates).toHaveLength(1);
    expect(second.dates[0]).toMatch(/2026-11/);
  });

  it('answer claims of that day', () => {
    const known = 'The audit takes place tomorrow (2026-11-23).';
    const stanceOf = (claim: string) =>
      relateClaim({
        ...{ claim, aliases: [], parts: [{ text: claim, beside: [0] }], known: [{ text: known, isClaim: false }] },
      })[0]?.stances[0]?.stance;
    expect(stanceOf('The audit takes place on 23 November 2026.')).toBe('supports');
    expect(stanceOf('The audit takes place on 24 November 2026.')).toBe('refutes');
    expect(stanceOf('The audit takes place tomorrow.')).toBe('supports');
  });
});
