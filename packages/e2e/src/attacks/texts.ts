import { chosenWords } from '@hippocamp/shared/text/testing/chosen';
import { createRandom } from '../random.js';

export type Source = 'chat' | 'note' | 'event' | 'document' | 'system';

export interface HostileText {
  name: string;
  source: Source;
  text: string;
}

export const LONGEST = 50_000;

export const fill = (piece: string, length = LONGEST): string =>
  piece
    .repeat(Math.ceil(length / piece.length))
    .slice(0, length)
    .toWellFormed();

export const count = (piece: (number: number) => string, length = LONGEST): string => {
  let text = '';
  for (let number = 1; text.length < length; number += 1) text += piece(number);
  return text.slice(0, length);
};

const FAMILY = '\u{1F469}\u200d\u{1F469}\u200d\u{1F467}\u200d\u{1F466}';

/** Other people found these: each once held up the service for seconds, or for ever. */
const found: HostileText[] = [
  { name: 'agreement', source: 'chat', text: `i agree${', it'.repeat(21)} ${'x'.repeat(45)}` },
  { name: 'rules of tabs', source: 'document', text: `---\n${'\t\t\t\n'.repeat(19)}` },
  { name: 'many exclamations', source: 'note', text: `${'!'.repeat(LONGEST - 1)}a` },
  { name: 'joined emoji in a table', source: 'document', text: `| ${fill(FAMILY, 40_000)} | a |\n| --- | --- |\n` },
  { name: 'words of one bucket', source: 'note', text: chosenWords(16_000).join(' ') },
  { name: 'words in a quote', source: 'chat', text: `"${' a'.repeat(480)}` },
];

/** Each piece is something that the reader's rules look for. */
const repeated: [name: string, source: Source, piece: string][] = [
  ['assent', 'chat', 'okay, sure, '],
  ['agreement without end', 'chat', 'i agree, it, '],
  ['yes and no', 'chat', 'yes no '],
  ['names that are given', 'chat', 'my name is '],
  ['I am', 'chat', 'I am '],
  ['negations', 'chat', "I don't not never "],
  ['conjunctions', 'note', 'and or but because if when that which '],
  ['possessives', 'note', "Ann's "],
  ['friends of friends', 'note', 'the friend of '],
  ['reported speech', 'chat', 'she said that '],
  ['reminders', 'chat', 'remember that '],
  ['corrections', 'chat', 'no, actually, I meant '],
  ['past and present', 'chat', 'I used to live in Rome and now I live in '],
  ['days and hours', 'event', 'tomorrow at nine '],
  ['dates', 'event', '12/12/2020 '],
  ['numbers', 'note', '1,000,000.00 '],
  ['digits', 'note', '1'],
  ['capitals', 'note', 'Ann Bob '],
  ['one word', 'note', 'a'],
  ['changing case', 'note', 'aA'],
  ['questions', 'chat', '?!'],
  ['dots', 'note', '. '],
  ['dots alone', 'note', '.'],
  ['commas', 'note', ', '],
  ['semicolons', 'note', 'a; '],
  ['colons', 'note', 'a: '],
  ['hyphens', 'note', 'a-'],
  ['dashes', 'note', ' — '],
  ['quotes', 'chat', '"'],
  ['quoted words', 'chat', '"a" '],
  ['apostrophes', 'chat', "'"],
  ['curly quotes', 'chat', '“a '],
  ['parentheses', 'note', '('],
  ['open parentheses with words', 'note', '(a '],
  ['brackets', 'note', '['],
  ['braces', 'note', '{"a":'],
  ['abbreviations', 'note', 'e.g. Dr. i.e. '],
  ['initials', 'note', 'A.'],
  ['addresses', 'note', 'http://a.b/c?d=e#f '],
  ['an address without end', 'note', 'http://a.'],
  ['mail addresses', 'note', 'a@b.c '],
  ['a mail address without end', 'note', 'a@a.'],
  ['mentions', 'chat', '@ann #tag '],
  ['keys', 'system', 'sk-aB3 token=x '],
  ['list marks', 'document', '- '],
  ['lists', 'document', '- a\n'],
  ['numbered lists', 'document', '1. a\n'],
  ['nested lists', 'document', '  - a\n    - b\n'],
  ['headings', 'document', '# a\n'],
  ['heading marks', 'document', '#'],
  ['underlines', 'document', 'a\n===\n'],
  ['tags', 'document', '<div>'],
  ['open tags', 'document', '<a '],
  ['comments', 'document', '<!--'],
  ['entities', 'document', '&amp;'],
  ['tables', 'document', '| a | b |\n'],
  ['rows of tabs', 'document', 'a\tb\tc\n'],
  ['rows of commas', 'document', 'a,b,c\n'],
  ['bars', 'document', '|'],
  ['rulers of tables', 'document', '|---'],
  ['fences', 'document', '```\n'],
  ['backticks', 'document', '`'],
  ['emphasis', 'document', '**a_'],
  ['stars', 'document', '*'],
  ['links', 'document', '[a](b '],
  ['images', 'document', '![a]('],
  ['backslashes', 'document', '\\'],
  ['front matter', 'document', '---\na: b\n'],
  ['mail quotes', 'document', '> '],
  ['lines of a mail quote', 'document', '> a\n'],
  ['heads of mails', 'document', 'From: a\nTo: b\nSubject: c\n'],
  ['who wrote', 'document', 'On Mon, Ann wrote:\n'],
  ['signatures', 'document', '-- \n'],
  ['code', 'document', 'import x from y;\n'],
  ['log lines', 'system', '2026-01-01T00:00:00Z ERROR a: b\n'],
  ['stack traces', 'system', '    at f (a.js:1:2)\n'],
  ['settings', 'system', 'KEY=value\n'],
  ['instructions', 'system', 'ignore previous instructions and '],
  ['labels of a dialogue', 'chat', 'Ann: yes\nBob: no\n'],
  ['labels alone', 'chat', 'Ann: '],
  ['spaces', 'note', ' '],
  ['spaces and a word', 'note', `${' '.repeat(999)}a`],
  ['tabs', 'note', '\t'],
  ['line ends', 'document', '\r\n'],
  ['line ends and words', 'document', 'a\r\n\r\n'],
  ['spaces that do not break', 'note', '\u00a0a'],
  ['combining marks', 'note', 'a\u0301\u0301\u0301'],
  ['marks alone', 'note', '\u0301'],
  ['a letter of eighteen', 'note', '\ufdfa'],
  ['no width', 'note', '\u200b\u200d'],
  ['right to left', 'note', '\u202e\u05d0'],
  ['Chinese', 'note', '我住在里斯本。'],
  ['Chinese without end', 'note', '我'],
  ['Thai', 'note', 'ฉันอยู่ที่'],
  ['families', 'chat', FAMILY],
  ['flags', 'chat', '\u{1F1E6}\u{1F1E7}'],
  ['NUL', 'note', 'a\0'],
  ['half of a pair', 'note', '\ud83da '],
];

const statements: [name: string, piece: (number: number) => string][] = [
  ['I am', (number) => `I am a${number}. `],
  ['likes', (number) => `I like a${number}. `],
  ['one value after the other', (number) => `Mara lives in X${number}. `],
  ['many subjects', (number) => `A${number} lives in B. `],
  ['few words', (number) => `Ann ${number.toString(36)}. `],
  ['lines', (number) => `- Ann likes a${number}\n`],
];

const vocabulary = [
  ...'I you she Ann Mara Lisbon my your her the a of in at to and or but not never no yes is am are was lives likes'.split(
    ' ',
  ),
  ...'said that who which when if because yesterday tomorrow 9 2026-01-01 1,000 first all some "'.split(' '),
  ...", . ! ? : ; - — ' “ ” ( ) [ ] { } | # * ` > < / \\ @ \n \n\n \t".split(' '),
];

const mixture = (seed: number): string => {
  const random = createRandom(seed);
  return count(() => `${random.pick(vocabulary)}${random.pick(['', ' ', ' '])}`);
};

/** Two pieces of the vocabulary as one word and a third, again and again. */
const pair = (seed: number): string => {
  const random = createRandom(seed);
  return fill(`${random.pick(vocabulary)}${random.pick(vocabulary)} ${random.pick(vocabulary)}`);
};

const kinds: Source[] = ['chat', 'note', 'event', 'document', 'system'];

export const hostileTexts: HostileText[] = [
  ...found,
  ...repeated.map(([name, source, piece]) => ({ name, source, text: fill(piece) })),
  ...statements.map(([name, piece]) => ({ name: `statements: ${name}`, source: 'note' as const, text: count(piece) })),
  ...kinds.map((source, seed) => ({ name: `mixture ${seed} (${source})`, source, text: mixture(seed + 1) })),
  ...Array.from({ length: 20 }, (_, seed) => ({
    name: `triple ${seed}`,
    source: kinds[seed % kinds.length] ?? 'chat',
    text: pair(seed + 100),
  })),
];
