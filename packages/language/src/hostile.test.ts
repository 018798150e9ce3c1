/** @module-tag long */
import { beforeAll, describe, expect, it } from 'vitest';
import { besideClaim, statementsOf } from './claim/beside-claim.js';
import { compare } from './compare/compare.js';
import { readText } from './read/read-text.js';
import { instructs } from './screen/orders.js';
import { secretsIn } from './screen/secrets/secrets-in.js';
import { keptIn } from './testing/kept.js';

const LONGEST = 50_000;

const filled = (head: string, unit: string, tail = ''): string =>
  head + unit.repeat(Math.ceil((LONGEST - head.length - tail.length) / unit.length)).slice(0, LONGEST) + tail;

/** A reader with more than linear time runs into the time-out of the test. */
const readAll = async (text: string): Promise<void> => {
  for (const source of ['chat', 'document'] as const) await keptIn({ text, source });
  readText({ content: text, speaker: null });
  secretsIn(text);
  instructs(text);
  const statements = statementsOf(text);
  const [first = ''] = statements;
  for (const some of [first, text.slice(0, 2000)]) {
    besideClaim(some, [{ text: `${some} x`, names: [] }]);
    await compare([{ older: some, newer: `${some} x`, relations: { same: 1, conflict: 0, different: 0 } }]);
  }
};

describe('texts that once stopped the service', () => {
  it.each([
    ['nods without an end', `i agree${', it'.repeat(21)} ${'x'.repeat(45)}`],
    ['front matter without an end', `---\n${'\t\t\t\n'.repeat(19)}`],
    ['a quotation without an end', `"${' a'.repeat(480)}`],
    ['a row of joined emoji', `| a | b |\n| - | - |\n| ${'👩\u200d'.repeat(12_000)}x | y |`],
    ['signs behind a sentence', filled('Mara lives in Lisbon', '!', 'a')],
    ['tabs', filled('a', '\t', 'b')],
    ['settings', filled('', 'a=a')],
    ['neither', filled('', 'neither ')],
    ['groups of digits', filled('1', ' 000', 'x')],
    ['addresses without an end', filled('', 'a@a')],
    ['letters of two kinds', filled('', 'ªA')],
    ['digits of cards', filled('', '4 ')],
    ['names of passwords', filled('', 'pin ')],
    ['a password of words', filled('password', ' of a', 'x')],
    ['names of keys', filled('', 'APIKEY=+++0')],
    ['beginnings of keys', filled('', '-----BEGIN PRIVATE KEY-----')],
    ['beginnings of tokens', filled('', 'eyJaaaaaaaa.')],
    ['addresses with a colon', filled('', 'a://a:')],
    ['tag characters', filled('a', '\u{E0041}b')],
    ['quotation marks', filled('', '"\\')],
    ['labels of blanks', filled('', `${'\t'.repeat(158)}a\n`)],
    ['copulas', filled('Paris', ' is my', ', x')],
    ['JSON inside of JSON', `${'['.repeat(2000)}"a"${']'.repeat(2000)}`],
    ['a row in the first person', `Ann: hello there\nAnn: I said and I said ${'and I '.repeat(8000)}`],
  ])('%s', async (_, text) => {
    await expect(readAll(text)).resolves.toBeUndefined();
  });
});

const known = [
  ..."I my Ann Ann's is was are lives in works at likes because and or but neither nor not no longer says that he".split(
    ' ',
  ),
  ...'ok sure thanks hi sorry ignore all previous rules prefer to allergic favourite born married moved from until'.split(
    ' ',
  ),
  ...'on Monday at 9 pm 2026-04-11 11 April half past ten thousand 1,000 000 12 0 é ª ² 中 😀 a@a www.a http://a a=b'.split(
    ' ',
  ),
  ...[
    '\n',
    '\n\n',
    '\t',
    '. ',
    ', ',
    '; ',
    ': ',
    '! ',
    '? ',
    '"',
    "'",
    '’',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '</',
  ],
  ...[
    '- ',
    '--',
    '* ',
    '**',
    '__',
    '`',
    '| ',
    '|\n',
    '# ',
    '> ',
    '1. ',
    '/',
    '\\',
    '\u200d',
    '\u0301',
    '\ufe0f',
    '\uffff',
  ],
  ...[
    '<b>',
    '<div>',
    '<!--',
    '---\n',
    'From: a\n',
    'ERROR ',
    'Ann: ',
    '[10:30] ',
    '€',
    '%',
    '$4',
    '-5',
    '"a":',
    '&amp;',
    'password is ',
    'pin: ',
    'sk-',
    '4111 ',
    '-----BEGIN PRIVATE KEY-----',
    '\u{E0041}',
  ],
];

/** Numerical Recipes' generator gives the same texts in each run. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const SEED = 20_261_122;
const next = numbersFrom(SEED);
const some = (most: number): string =>
  Array.from({ length: 1 + next(most) }, () => (known[next(known.length)] ?? '') + (next(2) === 0 ? ' ' : '')).join('');
const drawn = Array.from({ length: 40 }, () => filled(some(3), some(4), next(2) === 0 ? some(1) : ''));

describe(`texts of what the rules look for, again and again (seed ${SEED})`, () => {
  // The first text must not pay for compiling.
  beforeAll(() => readAll('Ann lives in Oslo and likes tea.'));

  it.each(drawn.map((text) => [text.slice(0, 60), text]))('%j', async (_, text) => {
    await expect(readAll(text)).resolves.toBeUndefined();
  });
});
