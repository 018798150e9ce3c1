import { nothingRead } from '@hippocamp/shared/language/reading';
import type { GroundingDependencies, VouchingLanguage } from '../modules/model/grounding.js';

import type { ClaimReader } from '../ports/claim-reader.js';

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

/** Two texts say the same where whoever read both holds so. */
export const plainGrounding: GroundingDependencies['language'] = {
  ...plainVouching,
  tellsOfSelf: (text) => text.startsWith('I '),
  readable: async (_tenant, pairs) => [...pairs],
  compare: async (_tenant, pairs) =>
    pairs.map(({ relations, isAfter }) => {
      if (isAfter) return { verdict: 'replaces', sure: 1 };
      return { verdict: relations?.same === 1 ? 'same' : 'unrelated', sure: 1 };
    }),
};

/** Holds that texts say what the rule says they do. */
export const readerThatSupports = (isSaid: (claim: string, text: string) => boolean): ClaimReader => ({
  method: 'model',
  leastRelevance: 0,
  read: async (_tenant, claim, memories) =>
    memories.map(({ text }) =>
      isSaid(claim, text)
        ? { stance: 'supports', score: 0.9, reason: 'direct_entailment' }
        : { stance: 'neutral', score: 0, reason: null },
    ),
});
