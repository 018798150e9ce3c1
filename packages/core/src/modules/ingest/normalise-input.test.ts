import { describe, expect, it } from 'vitest';
import { normaliseInput, withPlainLines } from './normalise-input.js';

const codes = (text: string) => normaliseInput(text).warnings.map(({ code }) => code);

describe('the text of an ingest', () => {
  it('keeps what is clean as it is', () => {
    expect(normaliseInput('Ann: a\nBen: b 😀')).toEqual({ text: 'Ann: a\nBen: b 😀', warnings: [], blank: false });
  });

  it('repairs NUL and half characters and says so', () => {
    expect(normaliseInput('a\0b').text).toBe('a\uFFFDb');
    expect(codes('a\0b')).toEqual(['nul_replaced']);
    expect(normaliseInput('a\uD800b').text).toBe('a\uFFFDb');
    expect(codes('a\uD800b')).toEqual(['surrogate_replaced']);
  });

  it('says that a blank text holds nothing', () => {
    expect(codes(' \n\t\u200B')).toEqual(['blank']);
  });

  it('keeps its line ends; an extractor reads one kind of them, at the same places', () => {
    expect(normaliseInput('a\r\nb\rc').text).toBe('a\r\nb\rc');
    expect(withPlainLines('a\r\nb\rc\nd')).toBe('a \nb\nc\nd');
  });
});
