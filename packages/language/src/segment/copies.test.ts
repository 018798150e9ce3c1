import type { SourceText } from '@hippocamp/shared/language/statement';
import { describe, expect, it } from 'vitest';
import { segment } from './segment.js';

const LONGEST = 50_000;
/** Units that a few statements may need, and how many times the length of their text all may need. */
const [LEAST, TIMES] = [100_000, 10];

const repeated = (count: number, unit: (place: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, place) => unit(place)).join(between);

const sentences = repeated(1200, (place) => `I am ${100 + place}.`);
const facts = repeated(4000, () => '"pet":"b"', ',');
const columns = (name: string, count: number) => `|${repeated(count, (place) => `${name}${place}`, '|')}|`;

/** Each makes one part of it stand beside all others. */
const texts: [string, string][] = [
  ['the title of an event', `BEGIN:VEVENT\nSUMMARY:${'- '.repeat(12_500)}\nDESCRIPTION:${sentences}\nEND:VEVENT`],
  ['the name of a person', `BEGIN:VCARD\nFN:${'Ann '.repeat(6000)}\nNOTE:${sentences}\nEND:VCARD`],
  ['events within each other', repeated(1800, (place) => `BEGIN:VEVENT\nSUMMARY:a${place}`, '\n')],
  ['a key of many objects', JSON.stringify({ ['long '.repeat(5000)]: Array(1000).fill({ ab: 'c' }) })],
  ['a key of two names of many objects', JSON.stringify({ ['k'.repeat(119)]: Array(4000).fill({ ab: 'c' }) })],
  ['a name of many facts', `{"name":"${'Ann '.repeat(49)}",${facts}}`],
  [
    'the names of columns',
    `${columns('many words '.repeat(8), 100)}\n|---|---|\n${repeated(130, () => `| ${'ab | '.repeat(60)}`, '\n')}`,
  ],
  ['the heading of a list', `${'Things to buy at '.repeat(4)}home:\n${repeated(6000, () => '- tea', '\n')}`],
  ['words before an answer', `${'Ann: Do you like red? \nBob: no\n'.repeat(1500)}`],
  [
    'words before a correction',
    `${`Ann: I ${'like red dogs and '.repeat(50)}cats.\nBob: ok\nAnn: ${'red. dogs. cats. '.repeat(6)}\n`.repeat(48)}`,
  ],
];

const sizesOf = (given: SourceText) => {
  const statements = segment(given);
  const units = statements.flatMap(({ content, words, spoken, heading, question, after, earlier }) =>
    [content, words, spoken, heading, question, after, earlier].map((part) => part?.length ?? 0),
  );
  const places = statements.map(({ start, end }) => end - start);
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
  return { units: sum(units), places: sum(places) };
};

describe('the statements of a text, all together, stay within a few times the text', () => {
  it.each(texts)('%s', (_, text) => {
    expect(text.length).toBeLessThanOrEqual(LONGEST);
    const { units, places } = sizesOf({ text, source: text.startsWith('Ann') ? 'chat' : 'document' });
    // The content, words and spoken words of each.
    expect(units).toBeLessThan(3 * (LEAST + TIMES * text.length));
    expect(places).toBeLessThanOrEqual(text.length);
  });
});

describe('what stands beside many statements', () => {
  const contentsOf = (text: string) => segment({ text, source: 'document' }).map(({ content }) => content);

  it('is a long title with its first and last words', () => {
    const [line, note] = contentsOf(
      `BEGIN:VEVENT\nSUMMARY:Trip ${'to the sea and '.repeat(20)}back\nDESCRIPTION:I take the train.\nEND:VEVENT`,
    );
    expect(line).toMatch(/^Trip (to the sea and ){20}back$/);
    expect(note).toBe(
      'Trip to the sea and to the sea and to the sea and to the sea … the sea and to the sea and back: I take the train.',
    );
  });

  it('is a long key with its first and last words', () => {
    const [statement] = segment({
      text: JSON.stringify({ [`${'a b '.repeat(40)}password`]: { colour: 'red' } }),
      source: 'document',
    });
    expect(statement).toMatchObject({
      content: 'colour: red',
      heading: expect.stringMatching(/^a b .* … .* password$/),
    });
    expect(statement?.heading?.length).toBeLessThanOrEqual(100);
  });

  it('is whole where it is no longer than people write', () => {
    const title = `Dinner ${'with friends '.repeat(8)}`.trim();
    const [, note] = contentsOf(`BEGIN:VEVENT\nSUMMARY:${title}\nDESCRIPTION:I bring wine.\nEND:VEVENT`);
    expect(note).toBe(`${title}: I bring wine.`);
  });

  it('is left off the statements beyond, and none of those is left out', () => {
    const heading = `${'Things to buy at '.repeat(4)}home:`;
    const items = repeated(6000, (place) => `- tea ${place}`, '\n');
    const found = segment({ text: `${heading}\n${items}`, source: 'document' });
    expect(found).toHaveLength(6000);
    expect(found[0]).toMatchObject({ heading: heading.slice(0, -1), content: `${heading} tea 0` });
    expect(found.at(-1)).toMatchObject({ heading: null, content: 'tea 5999' });
  });

  it('is left off the rows beyond, which are told as they are written', () => {
    const rows = repeated(200, (place) => `| ${'ab | '.repeat(60)}${place} |`, '\n');
    const found = contentsOf(`${columns('many words '.repeat(8), 100)}\n|---|---|\n${rows}`);
    expect(found).toHaveLength(200);
    expect(found[0]).toMatch(/^many words many words .*0: ab; many words/);
    expect(found.at(-1)).toBe(`| ${'ab | '.repeat(60)}199 |`);
  });
});
