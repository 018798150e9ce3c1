const steps: [RegExp, string][] = [
  [/[’‘ʼ]/g, "'"],
  [/[“”«»„]/g, '"'],
  [/\*\*|__|~~|`/g, ''],
  [/\bI'm\b|\bi'm\b|\bim (?=\p{L})/gu, 'I am '],
  [/\b[Ii]'ve\b|\bive (?=\p{L})/gu, 'I have '],
  [/\b[Ii]'ll\b/g, 'I will'],
  [/\b[Ii]'d (better|been|had)\b/g, 'I had $1'],
  [/\b[Ii]'d\b/g, 'I would'],
  [/\bi\b(?=\s\p{L})/gu, 'I'],
  [/\bcan(?:no|')t\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must)n'?t\b/gi, '$1 not'],
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
  steps.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text).trim();
