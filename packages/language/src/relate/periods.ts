const periods = /\b(?:a|an|per|each|every) (second|minute|hour|day|week|month|quarter|year)\b/giu;
const byAdverb: Record<string, string> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
};

const periodsIn = (text: string): Set<string> => {
  const lower = text.toLowerCase();
  const spelled = [...lower.matchAll(periods)].flatMap(([, period]) => period ?? []);
  return new Set([
    ...spelled,
    ...Object.keys(byAdverb).flatMap((word) => (lower.includes(word) ? (byAdverb[word] ?? []) : [])),
  ]);
};

/** "38 euros a month" are not 38 a year. */
export const countsOtherwise = (claim: string, known: string): boolean => {
  const told = periodsIn(known);
  return told.size > 0 && [...periodsIn(claim)].some((period) => !told.has(period));
};
