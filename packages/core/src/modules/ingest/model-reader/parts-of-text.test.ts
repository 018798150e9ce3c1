import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PART_LENGTH, partsOfText } from './parts-of-text.js';

const line = `${'word '.repeat(30)}\n`;

describe('the parts of a text', () => {
  it('are one where it is short, and none where nothing is said', () => {
    expect(partsOfText({ text: 'I sail.', source: 'note' })).toEqual([
      { start: 0, end: 7, pieces: [{ speaker: null, start: 0, end: 7 }] },
    ]);
    expect(partsOfText({ text: ' \n ', source: 'note' })).toEqual([]);
  });

  it('end at line ends', () => {
    const text = line.repeat(100);
    const parts = partsOfText({ text, source: 'note' });
    expect(parts).toHaveLength(3);
    for (const { start, end } of parts) expect([text[end - 1], start % line.length]).toEqual(['\n', 0]);
  });

  it('hold messages whole where they fit, with who says them, and no system prompt', () => {
    const turns = [
      { start: 0, end: 10, role: 'system' as const, name: null },
      { start: 11, end: 21, role: 'user' as const, name: 'Mara' },
      { start: 22, end: 32, role: 'assistant' as const, name: null },
    ];
    const text = ['a'.repeat(10), 'b'.repeat(10), 'c'.repeat(10)].join('\n');
    const [part, ...more] = partsOfText({ text, source: 'chat', turns });
    expect(more).toEqual([]);
    expect(part?.pieces).toEqual([
      { speaker: 'Mara', start: 11, end: 21 },
      { speaker: 'assistant', start: 22, end: 32 },
    ]);
  });

  it('are short, in order, cut no character and leave out nothing that can be seen', () => {
    const unit = fc.constantFrom('a', ' ', '\n', '😀', 'word '.repeat(400), 'x'.repeat(7000), '😀'.repeat(4000));
    const texts = fc.array(unit, { maxLength: 12 }).map((all) => all.join(''));
    const holds = (text: string) => {
      const pieces = partsOfText({ text, source: 'note' }).flatMap((part) => {
        expect(part.end - part.start).toBeLessThanOrEqual(PART_LENGTH);
        return part.pieces;
      });
      const said = pieces.map(({ start, end }) => text.slice(start, end));
      for (const each of said) expect(each.isWellFormed()).toBe(true);
      expect(said.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    };
    fc.assert(fc.property(texts, holds), { seed: 20_261_123, numRuns: 200 });
  });
});
