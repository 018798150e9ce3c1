import { LONGEST_READ } from '@hippocamp/shared/language/reading';
import { normaliseText } from '@hippocamp/shared/text/cleaned';
import { terms } from '@hippocamp/shared/text/terms';
import type { Comparable } from './candidates.js';

/** Each fact is read only once, since many statements are compared with it. */
const once = <Found extends object | string>(read: (fact: Comparable) => Found) => {
  const known = new WeakMap<Comparable, Found>();
  return (fact: Comparable): Found => {
    const found = known.get(fact) ?? read(fact);
    known.set(fact, found);
    return found;
  };
};

/** The terms of a text; a long one counts by its beginning. */
export const termsOf = once(({ content }) => new Set(terms(content.slice(0, LONGEST_READ))));

export const wordsOf = once(({ words }) => new Set(words));

export const normalOf = once(({ content }) => normaliseText(content));

/** Without dates in brackets, which the service added. */
const plain = (text: string): string => normaliseText(text.replace(/ \([^()]*\)/g, ''));

const plainOf = once(({ content }) => plain(content));

export const isLong = ({ content }: Comparable): boolean => content.length > LONGEST_READ;

/** UTF-16 units before the own words: an older statement and its speaker. More are not searched, which takes the product of both lengths. */
const LONGEST_BEFORE = 2 * LONGEST_READ;

/** What stands before the own words of a statement. Empty where it is long. */
const beforeOf = once(({ content, own }) => {
  const length = own === null ? 0 : content.length - own.length;
  return length > LONGEST_BEFORE ? '' : plain(content.slice(0, Math.max(0, length)));
});

/** True for a statement that is stored with the older one before it. */
export function isAfterFact(statement: Comparable, fact: Comparable): boolean {
  if (isLong(fact)) return false;
  const before = beforeOf(statement);
  if (before === '') return false;
  const known = plainOf(fact);
  return known !== '' && before.includes(known);
}
