import { describe, expect, it } from 'vitest';
import { centreOf, principalDirections } from './builder/principal-directions.js';
import { vocabularyIn } from './builder/vocabulary.js';
import { decodeReduction, encodeReduction, reduced } from './load-model.js';

const floats = (...values: number[]) => Float32Array.from(values);

describe('a reduction', () => {
  const reduction = { directions: [floats(1, 0, 0), floats(0, 0.6, 0.8)] };

  it('is read as it was written', () => {
    expect(decodeReduction(encodeReduction(reduction))).toEqual(reduction);
  });

  it('gives unit vectors of its directions, or none', () => {
    expect([...(reduced(floats(3, 2.4, 3.2), reduction) ?? [])]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
    expect(reduced(floats(0, 0.8, -0.6), { directions: [floats(1, 0, 0)] })).toBeNull();
  });

  it('is refused where it is something else or cut off', () => {
    expect(() => decodeReduction(Buffer.from('GIF89a and more'))).toThrow('does not start with RED1');
    expect(() => decodeReduction(encodeReduction(reduction).subarray(0, 20))).toThrow('20 bytes instead of 36');
  });
});

describe('principal directions', () => {
  it('are those in which vectors differ most from their centre', () => {
    const vectors = [floats(5, 3, 4), floats(5, -3, -4), floats(6, 0, 0), floats(4, 0, 0)];
    const centre = centreOf(vectors);
    expect([...centre]).toEqual([5, 0, 0]);
    const [first = floats(), second = floats()] = principalDirections(vectors, centre, 2);
    expect([...first]).toEqual([expect.closeTo(0), expect.closeTo(0.6), expect.closeTo(0.8)]);
    expect([...second]).toEqual([expect.closeTo(1), expect.closeTo(0), expect.closeTo(0)]);
  });
});

describe('the vocabulary of a tokenizer’s file', () => {
  it('stands in the order of its ids, without a gap', () => {
    expect(vocabularyIn('{"model":{"vocab":{"tea":1,"[PAD]":0}}}')).toBe('[PAD]\ntea');
    expect(() => vocabularyIn('{"model":{"vocab":{"tea":2,"[PAD]":0}}}')).toThrow('no entry 1');
  });
});
