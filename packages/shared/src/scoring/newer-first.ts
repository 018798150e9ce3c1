import { relevanceAt, type Scorer, score } from './score.js';
import { better, type Ranked } from './top-k.js';

/** Two memories about the same thing, neither of which replaced the other. */
export interface ToldTwice {
  laterId: string;
  earlierId: string;
}

/** How many of the best are reordered. A memory that hardly answers should push nothing aside. */
export const NEWER_STAGE = 10;

/** Just below, so that the order changes but hardly the score. */
const BELOW = 1 - 1e-6;

/** Puts the earlier of two memories about the same thing just below the later. Best first. */
export function newerFirst(ranked: readonly Ranked[], pairs: readonly ToldTwice[], scorer: Scorer): Ranked[] {
  const rows = new Map(ranked.slice(0, NEWER_STAGE).map((row) => [row.id, row]));
  const settled = new Map<string, number>();
  const scoreOf = (id: string): number => {
    const known = settled.get(id);
    if (known !== undefined) return known;
    const own = rows.get(id)?.score ?? 1;
    // Ends a circle of pairs.
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
