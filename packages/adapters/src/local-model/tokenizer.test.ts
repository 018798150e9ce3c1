import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelFiles, shippedModel } from './files.js';
import { lookUpsIn } from './testing/look-ups.js';
import { createPairTokenizer, createTokenizer, MOST_TOKENS } from './tokenizer.js';

const vocabulary = readFileSync(join(shippedModel, modelFiles.vocabulary), 'utf8').split('\n');
const tokenize = createTokenizer(vocabulary);

/** The ids are those of `tokenizers` 0.23.3 with the model's own file, cut at 256 tokens. */
const reference = readFileSync(new URL('./testing/reference-ids.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as [text: string, ids: number[]]);

/** WordPiece as it is written down: every end of a word is tried, from the last to the first. */
function greedily(word: string): string[] {
  const characters = Array.from(word);
  const parts: string[] = [];
  for (let start = 0; start < characters.length; ) {
    const mark = start === 0 ? '' : '##';
    let end = characters.length;
    while (end > start && !entries.has(mark + characters.slice(start, end).join(''))) end -= 1;
    if (end === start) return ['[UNK]'];
    parts.push(mark + characters.slice(start, end).join(''));
    start = end;
  }
  return parts;
}
const entries = new Set(vocabulary);
const pieceOfWord = fc.constantFrom(
  'telecommunications',
  'tele',
  'q',
  'ing',
  'un',
  'a',
  '7',
  'д',
  'ش',
  'か',
  'ж',
  '𓀀',
  '𐌰',
);

describe('the tokenizer', () => {
  it('gives the ids of the reference', () => {
    expect(reference.length).toBeGreaterThan(300);
    for (const [text, ids] of reference) expect(tokenize(text), JSON.stringify(text)).toEqual(ids);
  });

  it('takes what looks like a mark for text', () => {
    const names = tokenize('[SEP]').map((id) => vocabulary[id]);
    expect(names).toEqual(['[CLS]', '[', 'sep', ']', '[SEP]']);
  });

  it('never gives more than the model is given', () => {
    const ids = tokenize('tea '.repeat(5000));
    expect(ids).toHaveLength(MOST_TOKENS);
    expect(vocabulary[ids.at(-1) ?? 0]).toBe('[SEP]');
  });

  it('cuts any word as if all its ends were tried', () => {
    const words = fc.array(pieceOfWord, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
    const property = fc.property(
      words.filter((word) => Array.from(word).length <= 100),
      (word) => {
        const names = tokenize(word).map((id) => vocabulary[id]);
        expect(names).toEqual(['[CLS]', ...greedily(word), '[SEP]']);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('tries no part of a word that is longer than any entry', () => {
    const longest = Math.max(...vocabulary.map((entry) => entry.replace(/^##/, '').length));
    expect(lookUpsIn(() => tokenize(`${'q'.repeat(99)}𓀀`))).toBeLessThanOrEqual(100 * longest);
  });

  it('drops half a character', () => {
    expect(tokenize('te\ud800a')).toEqual(tokenize('tea'));
  });

  it('needs a vocabulary with marks', () => {
    expect(() => createTokenizer(['tea'])).toThrow('no [CLS]');
  });
});

describe('the tokenizer of pairs', () => {
  const tokenizePair = createPairTokenizer(vocabulary);

  it('puts two texts one after the other, each with its end', () => {
    const ids = tokenizePair('I drink tea.', 'I drink [SEP] coffee');
    const names = ids.map((id) => vocabulary[id]);
    expect(names.slice(0, 7)).toEqual(['[CLS]', 'i', 'drink', 'tea', '.', '[SEP]', 'i']);
    expect(names.slice(7)).toEqual(['drink', '[', 'sep', ']', 'coffee', '[SEP]']);
  });

  it('leaves room for the second, however long the first is', () => {
    const ids = tokenizePair('tea '.repeat(5000), 'coffee');
    expect(ids.slice(-3).map((id) => vocabulary[id])).toEqual(['[SEP]', 'coffee', '[SEP]']);
    expect(ids.length).toBeLessThan(MOST_TOKENS);
  });
});
