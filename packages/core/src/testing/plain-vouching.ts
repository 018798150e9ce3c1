import { nothingRead } from '@hippocamp/shared/language/reading';
import type { VouchingLanguage } from '../modules/model/vouching.js';

const numerals = ['zero', 'one', 'two', 'three', 'four', 'five'];
const noNames = new Set(['At', 'Ignore', 'It']);
const number = new RegExp(`\\d+(?:[.,:-]\\d+)*|\\b(?:${numerals.join('|')})\\b`, 'g');

/** Numbers are figures and a few words, names are words with a capital but a few, sentences end with full stops: no language, but enough of one. */
export const plainVouching: VouchingLanguage = {
  read: async (_tenant, texts) =>
    texts.map(({ content }) => {
      const found = content.match(number) ?? [];
      return { ...nothingRead, numbers: found.map((each) => (/\d/.test(each) ? each : `${numerals.indexOf(each)}`)) };
    }),
  namedIn: async (_tenant, texts) =>
    texts.map(({ content }) =>
      (content.match(/\p{Lu}\p{L}+/gu) ?? [])
        .filter((name) => !noNames.has(name))
        .map((name) => ({ name, kind: 'thing', certain: true })),
    ),
  sentencesOf: async (_tenant, texts) => texts.map((text) => text.match(/[^.]+\.?/g) ?? []),
};
