import { expect, it } from 'vitest';
import { askedOfSelf } from './speak-as.js';

const names = new Set(['tomasz', 'tomasz wójcik']);

it.each([
  ['Where does Tomasz live?', 'Where does I live?'],
  ["What is Tomasz's sister called?", 'What is my sister called?'],
  ['Did Tomasz Wójcik move to Gdynia?', 'Did I move to Gdynia?'],
  ['Does Ana know Tomasz?', 'Does Ana know I?'],
  ['Where does Ana live?', 'Where does Ana live?'],
])('%s is asked as %s', (question, own) => {
  expect(askedOfSelf(question, names)).toBe(own);
});
