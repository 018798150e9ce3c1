const stop = new Set(
  'the a an of to in on at for and or is was are were be been it its with by from as that this their they he she his her i my we our you your not no yes had has have do does did so but about'.split(
    ' ',
  ),
);

const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stop.has(word)));

/** The share of the answer's content words in the text; null where the answer has none. */
export function answerShare(answer: string, text: string): number | null {
  const wanted = [...wordsOf(answer)];
  if (wanted.length === 0) return null;
  const said = wordsOf(text);
  return wanted.filter((word) => said.has(word)).length / wanted.length;
}
