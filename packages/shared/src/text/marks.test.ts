import { describe, expect, it } from 'vitest';
import { marksIn } from './marks.js';

describe('signs that matter', () => {
  it.each([
    ['The freezer is at -5 degrees.', ['-']],
    ['−200 euros, –200 euros, (-3), -€4, $-4', ['-', '-', '-', '-', '€', '$', '-']],
    ['3-5 days, 2026-04-11, COVID-19, a well-known - and long - story, 3 – 5', []],
    ['> 99%, <99 %, <=5, ≥ 5, x != 5, x ≠ 5, ~5', ['>', '%', '<', '%', '≤', '≥', '≠', '≠', '≈']],
    ['<b>bold</b>, a -> b, a => b, x = 5', []],
    ['$30, €30, 30 £', ['$', '€', '£']],
    ['A+, A-, AB-, C, C++, C#, F#.', ['+', '-', '-', '++', '#', '#']],
    ['UTC+5 and UTC-5, a + b', ['+', '+']],
    ['#general, @mara', []],
    ['', []],
  ])('of %j', (text, expected) => {
    expect(marksIn(text).map(({ mark }) => mark)).toEqual(expected);
  });

  it('are found in long texts in little time', () => {
    for (const unit of ['-', '+', '<', '- ', 'A-', '5 %', ' ', '€']) {
      expect(marksIn(unit.repeat(50_000 / unit.length))).toBeDefined();
    }
  });
});
