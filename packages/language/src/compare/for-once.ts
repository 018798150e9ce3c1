import type { ViewedPair } from './sentence-view.js';

/** Of one time or case only, or as long as somebody is away. */
const once =
  /\b(?:just|only) (?:this|next|tonight|tomorrow|for (?:this|the|one|today|tonight|tomorrow)|on (?:this|that))\b|\b(?:this once|for once|one-off)\b|(?<!\bfrom )\b(?:today|tonight|tomorrow|this (?:week|month|time|\p{L}{3,6}day)) only\b|\bwhile [^,.;]{1,40}(?:\b(?:is|are|am)|'s|'m|'re) (?:on (?:holiday|leave|vacation|sabbatical|tour)|away|off|ill|sick|abroad)\b|\b(?:stands?|standing|fills?|filling) in (?:for|as|until|today|tonight|this)\b|\b(?:covers|covering) for\b|\b(?:only|one|sole|single) exception\b|\bexception to\b|\band only then\b|\btemporar\p{L}+|\buntil [^,.;]{1,40}, so\b/iu;

/** What is so again and again. */
const often =
  /\b(?:every|each|always|usually|daily|weekly|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends)\b/iu;
/** A week or day of its own, and not that from which on something is so. */
const oneOf =
  /(?<!\b(?:of|since|from|starting|beginning) )\b(?:this (?:week|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|next (?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'s)?\b(?! on\b)/iu;

/** What ends is not of one time, whenever it is told. */
const ending = /\b(?:gave up|given up|quit|stopped|no longer|any ?more|retired|left)\b/i;

/** Whether the newer one is of one time, where the older holds for longer: "We meet on Fridays in the library", "This Friday we meet in the pub". */
export const isForOnce = ({ older, newer }: ViewedPair): boolean =>
  (once.test(newer.text) && !once.test(older.text)) ||
  (often.test(older.text) && oneOf.test(newer.text) && !oneOf.test(older.text) && !ending.test(newer.text));
