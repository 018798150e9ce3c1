import { relevanceAt, type Scorer, score } from './score.js';
import { better, type Ranked } from './top-k.js';

/** Two memories about the same thing, neither of which took the place of the other. */
export interface ToldTwice {
  laterId: string;
  earlierId: string;
}

/** How many of the best are looked at together, however many are asked for: what hardly answers pushes nothing aside. */
export const NEWER_STAGE = 10;

/** Just below: the order shows, the score hardly. */
const BELOW = 1 - 1e-6;

/**
 * A second stage: of two that tell about the same thing the earlier told stands just below the later, where it stood above. Lowers
 * `parts.most` of the earlier, and never what was told later. Best first.
 */
export function newerFirst(ranked: readonly Ranked[], pairs: readonly ToldTwice[], scorer: Scorer): Ranked[] {
  const rows = new Map(ranked.slice(0, NEWER_STAGE).map((row) => [row.id, row]));
  const settled = new Map<string, number>();
  const scoreOf = (id: string): number => {
    const known = settled.get(id);
    if (known !== undefined) return known;
    const own = rows.get(id)?.score ?? 1;
    // Whoever comes round in a circle finds it as it was.
    settled.set(id, own);
    const later = pairs.filter(({ earlierId, laterId }) => earlierId === id && rows.has(laterId));
    const most = Math.min(own, ...later.map(({ laterId }) => scoreOf(laterId) * BELOW));
    settled.set(id, most);
    return most;
  };
  const placed = ranked.map((row) => {
    const wanted = rows.has(row.id) ? scoreOf(row.id) : row.score;
    if (wanted >= row.score) return row;
    const parts = { ...row.parts, most: relevanceAt(wanted, row.parts, scorer) };
    return { ...row, parts, score: score(parts, scorer) };
  });
  return placed.sort(better);
}
