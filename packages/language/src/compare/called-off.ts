import type { ViewedPair } from './pair-features.js';
import { type SentenceView, viewOf } from './sentence-view.js';

const cancelled =
  '(?:cancelled|canceled|called off|given up on|off(?=[,;.!]|$)|(?:will )?not (?:be )?(?:taking place|happening)|scrapped)';

/** "I've cancelled my June trip to Trieste", "The trip to Trieste is off": what is called off stands behind or before it. */
const forms = [
  /^(?:i|we)(?:'ve| have)? (?:had to |just )?(?:cancel|cancelled|canceled|called off|call off) (?<what>[^,;:.!]{1,80})/iu,
  new RegExp(`^(?<what>[^,;:.!]{1,80}?) (?:is|are|was|were|has been|have been|had to be) (?:now )?${cancelled}`, 'iu'),
];

/** What one does where one goes somewhere: it ends with the journey. */
const going =
  /\b(?:going|go|fly|flying|flight|travel\w*|trip|journey|tour|holiday|vacation|weekend|drive|driving|train|ferry|booked|staying|visit\w*) (?:[^,;.]{0,40} )?(?:to|in|at|for)\b/i;
const journey = /\b(?:trip|journey|flight|holiday|vacation|travel|tour|weekend|visit)\b/i;

/** Where it was to go. */
const place = /\b(?:to|in) (?:the )?(?<place>\p{Lu}[\p{L}'-]{1,40})/u;
const keysOf = ({ tokens }: SentenceView): string[] =>
  tokens.filter(({ kind }) => kind === 'content' || kind === 'name' || kind === 'quantity').map(({ same }) => same);

const LEAST_SAID = 2;

/** Whether the newer one says that what the older one announces does not take place: a journey to the same place, or something in the same words. */
export function isCalledOff({ older, newer }: ViewedPair): boolean {
  const what = forms.map((form) => form.exec(newer.text)?.groups?.what).find((found) => found !== undefined);
  if (what === undefined || forms.some((form) => form.test(older.text))) return false;
  const where = place.exec(what)?.groups?.place;
  if (where && journey.test(what) && going.test(older.text)) return older.all.has(viewOf(where).tokens[0]?.same ?? '');
  // With a small word before it, its first word is no beginning of a sentence.
  const said = viewOf(`of ${what}`);
  const keys = keysOf(said);
  return keys.length >= LEAST_SAID && keys.every((key) => older.all.has(key));
}
