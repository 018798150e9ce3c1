import { deniedInFull, fullySpelled } from './contractions.js';

const steps: [RegExp, string][] = [
  [/[“”«»„]/g, '"'],
  [/\*\*|__|~~|`/g, ''],
  [/\b[Ii]'m\b/g, 'I am '],
  [/\b[Ii]'ve\b/g, 'I have '],
  [/\b[Ii]'ll\b/g, 'I will'],
  [/\b[Ii]'d (better|been|had)\b/g, 'I had $1'],
  [/\b[Ii]'d\b/g, 'I would'],
  [/\bi\b(?=\s\p{L})/gu, 'I'],
  [/\bcan not\b/gi, 'cannot'],
  [
    /(?<=\p{L})'s (?=(?:(?:not|now|also|no longer|really|still) )?(?:allergic|called|named|married|engaged|vegan|vegetarian|moving|living|working|based|from|terrified|afraid|scared|employed|\d{1,3}\b|fond of|into|an? ))/giu,
    ' is ',
  ],
  [/\b(He|She|It|They|he|she|it|they|That|that|There|there)'(?:s|re)\b/g, '$1 is'],
  [/\b(name|birthday|number|address|password|e-?mail)'s (?=[\p{L}\p{N}+])/giu, '$1 is '],
  [/\bminus (?=\p{Sc}?\d)/giu, '-'],
  [/[^\S\n]+/g, ' '],
  [/ ?\n\s*/g, '\n'],
];

/** The text with its contractions written out, so that one pattern fits what people write in several ways. */
export const plain = (text: string): string =>
  steps.reduce((rest, [pattern, word]) => rest.replace(pattern, word), deniedInFull(fullySpelled(text))).trim();
