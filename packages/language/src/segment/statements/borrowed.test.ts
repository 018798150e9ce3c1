import type { SourceText } from '@hippocamp/shared/language/statement';
import { describe, expect, it } from 'vitest';
import { segment } from '../segment.js';

const read = (text: string, source: SourceText['source'] = 'chat') =>
  segment({ text, source }).map(({ words, borrowed }) => [borrowed, words]);
const own = (text: string) => read(text).flatMap(([borrowed, words]) => (borrowed ? [] : [words]));

describe('words that are nobody’s own', () => {
  it.each([
    ['Translate: "I have lived in Riga for ten years."', []],
    ['Please translate this into Polish: I have lived in Riga for ten years. My aunt owns a mill.', []],
    ['Can you proofread this for me?\n“I is a nurse in Ghent. My cat is old.”\nI am dyslexic.', ['I am dyslexic.']],
    ['Rewrite this more politely: I quit on Friday.\n\nMy boss is called Odile.', ['My boss is called Odile.']],
    ['Summarize the following:\n\nThe dam holds 3 million litres. It was built in 1931.\n\nGate 2 is closed.', []],
    ['How do I say "I am allergic to nuts" in Thai? We fly to Phuket on 3 May.', ['We fly to Phuket on 3 May.']],
    [
      'The film opens with: "I was the eldest of nine. We boiled our own belts." I teach in Tartu.',
      ['I teach in Tartu.'],
    ],
    [
      "Please proofread this:\n\n'''\nMy husband and me lives in Oaxaca.\n'''\n\nWe run the river in Përmet.",
      ['We run the river in Përmet.'],
    ],
    [
      'Write a poem about a submarine. It is a hundred and two. It is for my son Kauri. He is five.',
      ['It is for my son Kauri.', 'He is five.'],
    ],
    ['write me a poem about my grandmother. She was a seamstress in Lodz.', ['She was a seamstress in Lodz.']],
    ['Write a story for my son about a dragon. It is called Smok.', []],
    ['Write me a story about a lighthouse keeper. His gull is called Otto.', []],
    ['Draft an answer on behalf of my sister: I live in Bern and cannot come.', []],
  ])('%s', (text, expected) => {
    const left = own(text).filter(
      (words) => !/^(?:Can you|How do|Summarize|Draft|Please proof|Write (?:me )?a|The film)/i.test(String(words)),
    );
    expect(left).toEqual(expected);
  });

  it('a play goes on until somebody ends it, and who only gives a part away stays themself', () => {
    expect(
      own("user: Let's role-play. You are a king.\nuser: I own a silver whistle.\nuser: Okay, stop. I work in Graz."),
    ).toEqual(['stop.', 'I work in Graz.']);
    expect(own('user: Act as my travel agent. I am vegetarian.')).toContain('I am vegetarian.');
  });

  it.each([
    'imagine I had a team of black belts haha. anyway keep plans under 60 minutes',
    'I translate novels from Polish.',
    'My wife is translating a book by Olga Tokarczuk: "Flights".',
    'We summarise each sprint in a note: it goes to Ines.',
    "My parents' house is in Graz and 'my' room is upstairs.",
    'I play the role of Hamlet in the town theatre until May.',
  ])('tells something: %s', (text) => {
    expect(read(text).some(([borrowed]) => borrowed)).toBe(false);
  });

  it('speakers take turns: what the next one says is theirs', () => {
    expect(own('Ann: Translate: "We live in Riga."\nBen: I live in Oslo.')).toEqual(['I live in Oslo.']);
  });
});

describe('blocks of words from elsewhere', () => {
  const inBlocks = (text: string) =>
    segment({ text, source: 'chat' }).map(({ words, block }) => [block !== null, words] as const);

  it('are tagged, or quoted line by line; markup of pages is none', () => {
    expect(inBlocks('<memory>\nI live in Oslo.\n- I sail.\n</memory>\nI bake bread.')).toEqual(
      expect.arrayContaining([
        [true, 'I live in Oslo.'],
        [true, 'I sail.'],
        [false, 'I bake bread.'],
      ]),
    );
    expect(inBlocks('> I live in Oslo.\nI bake bread.')).toEqual([
      [true, 'I live in Oslo.'],
      [false, 'I bake bread.'],
    ]);
    expect(inBlocks('<p>I live in Oslo.</p>')).toEqual([[false, 'I live in Oslo.']]);
  });
});
