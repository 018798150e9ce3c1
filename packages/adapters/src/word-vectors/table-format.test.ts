import { describe, expect, it } from 'vitest';
import { decodeTable, encodeTable, type WordTable } from './table-format.js';

const table: WordTable = {
  words: ['tea', 'josé', 'x'],
  dimensions: 2,
  scales: Float32Array.of(0.5, 0.25, 2),
  commonDirection: Float32Array.of(0.6, 0.8),
  values: Int8Array.of(1, -127, 127, 0, 3, -4),
};

describe('the file of word vectors', () => {
  it('reads back what was written, wherever the bytes lie', () => {
    const bytes = encodeTable(table);
    const shifted = Buffer.concat([Buffer.of(9), bytes]).subarray(1);
    expect(decodeTable(bytes)).toEqual(table);
    expect(decodeTable(shifted)).toEqual(table);
  });

  it('lays the parts out as documented', () => {
    const bytes = encodeTable(table);
    expect(bytes.toString('latin1', 0, 4)).toBe('SEM1');
    expect([4, 8, 12].map((offset) => bytes.readUInt32LE(offset))).toEqual([3, 2, 11]);
    expect(bytes.toString('utf8', 16, 27)).toBe('tea\njosé\nx');
    expect(bytes.readFloatLE(28)).toBe(0.5);
    expect(bytes.readFloatLE(40)).toBeCloseTo(0.6);
    expect(bytes.readInt8(49)).toBe(-127);
    expect(bytes).toHaveLength(54);
  });

  it('refuses other files, files of another length and a wrong count of words', () => {
    const wrongCount = encodeTable({ ...table, words: ['tea\n', 'josé', 'x'] });
    expect(() => decodeTable(Buffer.from('SEM'))).toThrow('SEM1');
    expect(() => decodeTable(Buffer.alloc(100))).toThrow('SEM1');
    expect(() => decodeTable(encodeTable(table).subarray(0, 50))).toThrow('50 bytes instead of 54');
    expect(() => decodeTable(wrongCount)).toThrow('names 4 words and says 3');
  });
});
