import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hide, overlap, overlapWithAny, redact } from './redaction.js';

const spanIn = (text: string) => (part: string) => {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
};

describe('redacting', () => {
  const text = 'Hi 🦊!\r\nI live in Lisbon. I keep a fox 🦊.\nBye.';
  const of = spanIn(text);

  it('leaves nothing of the words, and everything else where it was', () => {
    const redacted = redact(text, [of('I keep a fox 🦊.')], []);
    expect(redacted).toBe('Hi 🦊!\r\nI live in Lisbon. ████████████████\nBye.');
    expect(redacted).toHaveLength(text.length);
  });

  it('keeps line ends', () => {
    expect(redact(text, [{ start: 0, end: text.length }], [])).toMatch(/^█+\r\n█+\n█+$/);
  });

  it('keeps the words of who stays', () => {
    const redacted = redact(text, [of('I live in Lisbon. I keep')], [of('Lisbon. I')]);
    expect(redacted).toContain(' Lisbon. I█'.trimStart());
    expect(redacted).not.toContain('I live');
    expect(redacted).not.toContain('keep');
  });

  it('takes a character whole, and no span for longer than the text', () => {
    const [start] = [text.indexOf('🦊')];
    expect(redact(text, [{ start: start + 1, end: start + 2 }], []).slice(start, start + 2)).toBe('██');
    expect(redact(text, [{ start: text.length - 1, end: text.length + 9 }], [])).toHaveLength(text.length);
    expect(redact(text, [{ start: 9, end: 3 }], [])).toBe(text);
  });

  it('holds for any spans: same length, well formed, kept ones verbatim, the rest of the spans gone', () => {
    const character = fc.constantFrom('a', 'é', '🦊', '\n', '\r', '你', ' ');
    const pair = fc.tuple(fc.nat(40), fc.nat(40)).map(([one, other]) => {
      return { start: Math.min(one, other), end: Math.max(one, other) };
    });
    const given = fc.tuple(fc.string({ unit: character, maxLength: 40 }), fc.array(pair), fc.array(pair));
    fc.assert(
      fc.property(given, ([words, spans, kept]) => {
        const redacted = redact(words, spans, kept);
        expect(redacted).toHaveLength(words.length);
        expect(redacted.isWellFormed()).toBe(true);
        for (const { start, end } of kept) expect(redacted.slice(start, end)).toBe(words.slice(start, end));
        const isKept = (at: number) => kept.some(({ start, end }) => at >= start - 1 && at <= end);
        const places = Array.from({ length: words.length }, (_, at) => at);
        const gone = places.filter((at) => !isKept(at) && spans.some(({ start, end }) => start <= at && at < end));
        expect(gone.map((at) => redacted[at])).toEqual(gone.map((at) => hide(words[at] ?? '')));
      }),
      { seed: 20260303 },
    );
  });
});

it('what overlaps with any of many places is found as with each of them', () => {
  const place = fc.record({ start: fc.nat(30), end: fc.nat(30) });
  fc.assert(
    fc.property(fc.array(place), fc.array(place), (places, asked) => {
      const isOver = overlapWithAny(places);
      expect(asked.map(isOver)).toEqual(asked.map((one) => places.some((other) => overlap(other, one))));
    }),
    { seed: 20260304 },
  );
});
