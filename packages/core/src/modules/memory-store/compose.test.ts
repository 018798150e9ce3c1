import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutesAfter, newMemory, recordOf } from '../../testing/builders.js';
import { compose } from './compose.js';

const source = (id: string, content: string, minutes = 0) =>
  recordOf(newMemory(id, { content, occurredAt: minutesAfter(minutes) }));

const sentencesOf = (content: string) => content.split(/(?<=[.!]) /);

describe('composing', () => {
  it('keeps sentences in the order of time, each once', () => {
    const sources = [source('b', 'Ann sails. She owns a boat!', 2), source('a', 'ann sails', 1)];
    expect(compose(sources, sentencesOf)).toEqual({
      content: 'ann sails\nShe owns a boat!',
      sentences: [
        { sourceId: 'a', start: 0, end: 9 },
        { sourceId: 'b', start: 10, end: 26 },
      ],
    });
  });

  it('keeps no more sentences than an import takes the attributions of', () => {
    const short = Array.from({ length: 50 }, (_, from) =>
      Array.from({ length: 90 }, (_each, place) => `${from}x${place}.`).join(' '),
    );
    const { content, sentences } = compose(
      short.map((text, at) => source(String(at), text, at)),
      sentencesOf,
    );
    expect(sentences).toHaveLength(1000);
    expect(content.split('\n')).toHaveLength(1000);
  });

  it('traces each sentence to the source that holds it word for word, and is never empty', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 900 }).filter((found) => found.trim() !== '');
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
        const sources = texts.map((content, at) => source(String(at), content, at));
        const { content, sentences } = compose(sources, sentencesOf);
        expect(content.length).toBeGreaterThan(0);
        expect(content.length).toBeLessThan(50_000);
        for (const { sourceId, start, end } of sentences)
          expect(texts[Number(sourceId)]).toContain(content.slice(start, end));
      }),
      { seed: 20_261_129 },
    );
  });
});
