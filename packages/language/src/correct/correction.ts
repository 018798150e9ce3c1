import type { Correction } from '@hippocamp/shared/language/correction';
import { withoutEnd } from '@hippocamp/shared/text/ends';

const opening = /^(?:(?:correction|sorry|oops|actually|wait|no|edit|update|my mistake|my bad)\b[\s,:;.!–-]*)+/i;
const subject =
  /^(?:it(?:'s| is| was| should be)|that(?:'s| is| should be)|they(?:'re| are)|there(?:'s| is| are)|make (?:it|that)|should be|i meant?|we meant?|read)\s+/i;
const turn = /,? (?:and not|not|instead of|rather than) /i;

/** UTF-16 units that are looked at, and words that a value has at most: what is longer is a statement. */
const [LOOKED_AT, MOST_WORDS] = [200, 4];

const isValue = (words: string) => words !== '' && !/[,;:]/.test(words) && words.split(/\s+/).length <= MOST_WORDS;

/**
 * What a sentence puts right that says so and nothing else: "Correction: it's 14, not 40." Null for all others: "The rent is 900,
 * not 950" says itself what it is about.
 */
export function correctionIn(words: string): Correction | null {
  const said = withoutEnd(words.trim().replaceAll('’', "'"), /[.!\s]/);
  if (said.length > LOOKED_AT) return null;
  const opened = said.replace(opening, '');
  const rest = opened.replace(subject, '');
  if (rest === said) return null;
  const [now = '', was = '', ...others] = rest.split(turn).map((value) => value.trim());
  return isValue(now) && isValue(was) && others.length === 0 ? { now, was, opening: 'Correction: ' } : null;
}
