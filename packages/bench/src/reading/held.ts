import { readFileSync } from 'node:fs';

/** Whose pairs, and which topics of claims, the model that reads two texts together has learned nothing of. */
export interface Held {
  /** Authors of pairs by whom it is bounded. */
  authors: string[];
  /** Authors of pairs who only measure. */
  report: string[];
  /** Topics of claims by which it is bounded. */
  claimTopics: string[];
}

export const held = JSON.parse(
  readFileSync(new URL('../../labelled/held.json', import.meta.url), 'utf8'),
) as Held;
