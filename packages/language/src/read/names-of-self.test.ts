import { expect, it } from 'vitest';
import { namesOfSelf } from './names-of-self.js';

it.each([
  ['My name is Jonas.', ['jonas']],
  ["Hi, I'm called Mara Lind and I bake.", ['mara lind']],
  ['I moved. my name’s not important', []],
  ["My dog's name is Rex.", []],
  ['Her name is Ana.', []],
  ['My name is on the list.', []],
])('%s', (content, names) => {
  expect(namesOfSelf(content)).toEqual(names);
});
