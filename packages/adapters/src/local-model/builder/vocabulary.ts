interface TokenizerFile {
  model: { vocab: Record<string, number> };
}

/** Throws where an id is missing. */
export function vocabularyIn(json: string): string {
  const { vocab } = (JSON.parse(json) as TokenizerFile).model;
  const entries = Object.entries(vocab).sort(([, first], [, second]) => first - second);
  const gap = entries.findIndex(([, id], place) => id !== place);
  if (gap >= 0) throw new Error(`the vocabulary has no entry ${gap}`);
  return entries.map(([entry]) => entry).join('\n');
}
