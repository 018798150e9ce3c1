import { readFileSync } from 'node:fs';

/** Of whose pairs and of which topics of claims the model that reads two texts together has learned nothing. */
export interface Held {
  /** Authors of pairs by whom it is bounded. */
  authors: string[];
  /** Authors of pairs who only measure. */
  report: string[];
  /** Authors of cases by whom training says how it goes. */
  claimAuthors: string[];
  /** Authors of cases whose memories train no head. */
  claimsOnly: string[];
  /** Topics of claims by which training says how it goes. */
  claimTopics: string[];
}

export const held = JSON.parse(readFileSync(new URL('../../labelled/held.json', import.meta.url), 'utf8')) as Held;
