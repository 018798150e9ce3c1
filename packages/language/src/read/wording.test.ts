import { describe, expect, it } from 'vitest';
import { wordingOf } from './wording.js';

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
