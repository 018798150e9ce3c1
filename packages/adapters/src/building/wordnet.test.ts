import { describe, expect, it } from 'vitest';
import { examplesIn } from './wordnet.js';

describe('reading WordNet', () => {
  it('takes the quoted examples of a line', () => {
    const line = '00002669 02 r 01 just 0 000 | only just; "we hardly knew them"; "had rung"- W.B.Yeats  ';
    expect(examplesIn(line)).toEqual(['we hardly knew them', 'had rung']);
    expect(examplesIn('00003675 02 r 01 anisotropically 0 000 | in an anisotropic manner')).toEqual([]);
  });
});
