import { describe, expect, it } from 'vitest';
import { inOneVoice, mayOppose, repeatsWords } from './voices.js';

const voices = { owner: { speaker: null }, mara: { speaker: 'Mara' }, assistant: { speaker: 'assistant' } };
type Name = keyof typeof voices;

describe('what a candidate may do to what is known', () => {
  it.each<[Name, Name, { oneVoice: boolean; repeats: boolean; opposes: boolean }]>([
    ['owner', 'owner', { oneVoice: true, repeats: true, opposes: true }],
    ['owner', 'mara', { oneVoice: true, repeats: true, opposes: true }],
    ['mara', 'owner', { oneVoice: true, repeats: true, opposes: true }],
    ['owner', 'assistant', { oneVoice: false, repeats: false, opposes: false }],
    ['mara', 'assistant', { oneVoice: false, repeats: false, opposes: false }],
    ['assistant', 'owner', { oneVoice: false, repeats: true, opposes: false }],
    ['assistant', 'assistant', { oneVoice: true, repeats: true, opposes: false }],
  ])('of %s to %s', (first, second, expected) => {
    const [candidate, known] = [voices[first], voices[second]];
    expect({
      oneVoice: inOneVoice(candidate, known),
      repeats: repeatsWords(candidate, known),
      opposes: mayOppose(candidate, known),
    }).toEqual(expected);
  });
});
