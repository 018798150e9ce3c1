import { describe, expect, it } from 'vitest';
import { segment } from '../segment.js';
import { withAntecedent } from './antecedent.js';

describe('whom a pronoun means', () => {
  it.each([
    ['My sister Ana lives in Lima.', 'She has two kids.', 'My sister Ana has two kids.'],
    ['Dr Nkemelu comes on Friday.', 'His fee is 420 pounds.', "Dr Nkemelu's fee is 420 pounds."],
    ['My boss moved to Oslo.', 'He hates the rain.', 'My boss hates the rain.'],
    ['Tova works at Sello.', "She's allergic to nuts.", "Tova's allergic to nuts."],
  ])('%s %s', (before, words, told) => {
    expect(withAntecedent(before, words)).toBe(told);
  });

  it.each([
    ['Ana met Rosa.', 'She has two kids.'],
    ['It rained in Lima.', 'She has two kids.'],
    ['The gate is closed.', 'He has the key.'],
    ['I met my boss.', 'He hates the rain.'],
    ['Ana lives in Lima.', 'It is warm there.'],
    ['Ana and Rosa live in Lima.', 'She has two kids.'],
  ])('%s %s: nobody can tell', (before, words) => {
    expect(withAntecedent(before, words)).toBeNull();
  });

  it('makes statements that stand by themselves, in the words of who says them', () => {
    const text = 'Mara: My brother Tom lives in Lima. He has two kids. His wife is a nurse.';
    const said = segment({ text, source: 'chat' });
    expect(said.map(({ content, follows }) => [content, follows])).toEqual([
      ["Mara's brother Tom lives in Lima.", null],
      ["Mara's brother Tom has two kids.", null],
      ["Mara's brother Tom's wife is a nurse.", null],
    ]);
    expect(said.map(({ start, end }) => text.slice(start, end))[1]).toBe('He has two kids.');
  });
});
