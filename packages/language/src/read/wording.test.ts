import { describe, expect, it } from 'vitest';
import { saysNoMore, wordingOf } from './wording.js';

describe('the words of a text', () => {
  it.each([
    ['The boats are sailing, quite slowly.', ['boat', 'sail', 'slowli']],
    ["Ann's brother can't swim.", ['ann', 'of', 'brother', 'can', 'not', 'swim']],
    ['He left. She stays!', ['he', 'left', '.', 'she', 'stay']],
    ['We should deploy before 9:30', ['we', 'should', 'deploy', 'before', '9', '30']],
    ['It was -5 °C, not > 5!', ['it', 'was', '-', '5', 'c', 'not', '>', '5']],
    ['The tests failed.', ['test', 'fail', 'PAST']],
    ['', []],
  ])('of %j', (text, expected) => {
    expect(wordingOf(text)).toEqual(expected);
  });
});

describe('a text', () => {
  it.each([
    ['The boat left the harbour.', 'The boat left the harbour at dawn.', true],
    ['Boats sail.', 'Blue boats sail.', true],
    ['The boat left the harbour.', 'The boat left the harbour bar.', false],
    ['The boat left the harbour.', 'The boat left the harbour, but not today.', false],
    ['The boat left.', 'The captain of the boat left.', false],
    ['The boat left.', 'The former boat left.', false],
    ['On Monday the boat left.', 'The boat left on Monday.', true],
    ['On Monday the boat left. Ann stayed.', 'The boat left. Ann stayed on Monday.', false],
    ['The', 'The', false],
  ])('%j says no more than %j: %j', (text, known, expected) => {
    expect(saysNoMore(wordingOf(text), wordingOf(known))).toBe(expected);
  });
});
