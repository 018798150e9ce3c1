import type { Span } from './spans.js';
import {
  afterWords,
  andWords,
  beforeWords,
  between,
  betweenWords,
  doubtfulBefore,
  fromWords,
  notWords,
  orWords,
  plainWords,
  sinceWords,
  toWords,
  untilWords,
} from './words-of-time.js';

/** How the words around a time bind it: the time itself, what lies on a side of it, or all but it; null where nobody knows. */
export type Binding = 'plain' | 'since' | 'until' | 'before' | 'after' | 'not' | null;

const lead = '(?<![\\p{L}\\p{N}])';

/** In this order: "in or after" ends with "after". */
const bindings: readonly (readonly [Exclude<Binding, null>, RegExp])[] = [
  ['since', new RegExp(`${lead}(?:${sinceWords}) ${between}$`, 'iu')],
  ['until', new RegExp(`${lead}(?:${untilWords}) ${between}$`, 'iu')],
  ['before', new RegExp(`${lead}(?:${beforeWords}) ${between}$`, 'iu')],
  ['after', new RegExp(`${lead}(?:${afterWords}) ${between}$`, 'iu')],
  ['not', new RegExp(`${lead}(?:${notWords}) ${between}$`, 'iu')],
  ['plain', new RegExp(`${lead}(?:${plainWords}) ${between}$`, 'iu')],
];

const doubtful = new RegExp(`${lead}(?:${doubtfulBefore}) $`, 'iu');
const andLater =
  /^(?:,? (?:and|or) (?:later|after(?:wards)?|since|newer)| onwards?| (?:to|until|till) (?:now|date))\b(?! $)/i;
const andEarlier = /^,? (?:and|or) (?:earlier|before|older)\b(?! $)/i;

export interface Bound {
  binding: Binding;
  /** Between the time before and the words that bind this one. */
  gap: string;
}

/** Undefined where nothing around the time says so. */
export function boundBy(before: string, after: string): Bound | undefined {
  if (andLater.test(after)) return { binding: 'since', gap: before };
  if (andEarlier.test(after)) return { binding: 'until', gap: before };
  for (const [name, pattern] of bindings) {
    const found = pattern.exec(before);
    if (!found) continue;
    const gap = before.slice(0, found.index);
    return { binding: name !== 'plain' && doubtful.test(gap) ? null : name, gap };
  }
  return undefined;
}

const or = new RegExp(`^,? (?:${orWords}) ${between}$`, 'iu');
/** "2023, 2024 or in 2025". */
export const isListed = (gap: string): boolean => gap === ', ' || or.test(gap);
/** "before 2020 or after 2023". */
export const isEither = (gap: string): boolean => /^,? (?:or|oder|ou|o|of) $/i.test(gap);

const opensBetween = new RegExp(`${lead}(?:${betweenWords}) ${between}$`, 'iu');
const opensFrom = new RegExp(`${lead}(?:${fromWords}|${sinceWords}) ${between}$`, 'iu');
const and = new RegExp(`^,? (?:${andWords}) ${between}$`, 'iu');
const to = new RegExp(`^,? (?:${toWords}) ${between}$`, 'iu');

/** Whether two times are the ends of one: "between March and June 2024", "from 2021 to 2023", "2021–2023". */
export const areEnds = (before: string, gap: string): boolean =>
  /^ ?[-–—] ?$/.test(gap) || (and.test(gap) && opensBetween.test(before)) || (to.test(gap) && opensFrom.test(before));

/** The days on that side of a time, of all those between two; "since", "until" and what lies between two times hold their ends. */
export function boundedBy({ from, to }: Span, binding: Exclude<Binding, 'plain' | null>, all: Span): Span[] {
  if (binding === 'since') return [{ from, to: all.to }];
  if (binding === 'until') return [{ from: all.from, to }];
  const [earlier, later] = [
    { from: all.from, to: from - 1 },
    { from: to + 1, to: all.to },
  ];
  return binding === 'not' ? [earlier, later] : [binding === 'before' ? earlier : later];
}
