import { clearer } from './clearer.js';
import type { Step } from './step.js';

const turned = (letter: string): string => {
  const code = letter.charCodeAt(0);
  return String.fromCharCode(code + ((code | 32) < 110 ? 13 : -13));
};

/** Each letter half the alphabet on. */
export const rot13: Step = (text) => clearer(text, (said) => said.replace(/[A-Za-z]/g, turned));

const backwards = (said: string): string => [...said].reverse().join('');
const word = /[\p{L}\p{M}\p{N}']+/gu;

/** To be read from its end. */
export const reversed: Step = (text) => clearer(text, backwards);

/** The same with the words in their order. */
export const reversedWords: Step = (text) => clearer(text, (said) => said.replace(word, backwards));

const marks = /\p{M}/gu;

/** English under accents; what has them by right does not become English without. */
export const accented: Step = (text) => clearer(text, (said) => said.normalize('NFD').replace(marks, ''));
