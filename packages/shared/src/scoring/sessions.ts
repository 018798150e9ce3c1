import type { Ranked } from './top-k.js';

/** How many of the best are looked at together. */
export const SESSION_STAGE = 100;

/** A session speaks through the best of what was said in it. */
const VOICES = 3;

/** The mean of the three best relevances of each session, 0..1; what is not there counts as nothing. */
function supportOf(ranked: readonly Ranked[], relevanceOf: (row: Ranked) => number): Map<string, number> {
  const heard = new Map<string, number[]>();
  for (const row of ranked) {
    if (row.session === null) continue;
    heard.set(row.session, [...(heard.get(row.session) ?? []), relevanceOf(row)]);
  }
  const best = (values: number[]) => values.sort((first, second) => second - first).slice(0, VOICES);
  const mean = (values: number[]) => best(values).reduce((sum, value) => sum + value, 0) / VOICES;
  return new Map([...heard].map(([session, values]) => [session, mean(values)]));
}

/**
 * The second stage: what was said in a session that is about the question answers it more likely than its words alone tell.
 * Raises `parts.session` of the best, never what was found; who scores them anew puts them in order.
 */
export function supportedBySessions(ranked: readonly Ranked[], relevanceOf: (row: Ranked) => number): Ranked[] {
  const support = supportOf(ranked, relevanceOf);
  return ranked.map((row) => {
    const session = row.session === null ? 0 : (support.get(row.session) ?? 0);
    return { ...row, parts: { ...row.parts, session } };
  });
}
