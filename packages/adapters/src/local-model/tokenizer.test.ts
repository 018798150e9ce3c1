import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelFiles, shippedModel } from './files.js';
import { createTokenizer, MOST_TOKENS } from './tokenizer.js';

const vocabulary = readFileSync(join(shippedModel, modelFiles.vocabulary), 'utf8').split('\n');
const tokenize = createTokenizer(vocabulary);

/** Texts and what `tokenizers` 0.23.3 makes of them with the model's own file, marks in a text taken as text, cut at 256. */
const reference = readFileSync(new URL('./testing/reference-ids.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as [text: string, ids: number[]]);

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

  it('drops half a character', () => {
    expect(tokenize('te\ud800a')).toEqual(tokenize('tea'));
  });

  it('needs a vocabulary with marks', () => {
    expect(() => createTokenizer(['tea'])).toThrow('no [CLS]');
  });
});
