import type { Statement } from '@hippocamp/shared/language/statement';
import { isBoilerplate } from './boilerplate.js';
import { saysEnough } from './enough.js';
import { isOffer } from './offers.js';
import { isSmallTalk } from './small-talk.js';

const saysEnoughOf = ({ kind, heading, words }: Statement): boolean =>
  kind === 'item' && heading !== null ? /\p{L}{3}/u.test(words) : saysEnough(words);

const unworthySentence = (statement: Statement): string | null => {
  const { words, role } = statement;
  if (isSmallTalk(words)) return 'is small talk';
  if (isBoilerplate(words)) return 'stands below every mail or on every page';
  if (role === 'system') return 'tells an assistant what it is';
  if (role === 'assistant' && isOffer(words)) return 'is an offer or advice of an assistant';
  return saysEnoughOf(statement) ? null : 'has too few words to mean something';
};

/** Why nobody wants to be reminded of a statement, whatever speaks for it; goes on after "it". Null where somebody may. */
export function unworthiness(statement: Statement): string | null {
  const { kind, words, question, instructs } = statement;
  const isByForm = kind === 'row' || kind === 'log' || kind === 'member';
  if (instructs || isByForm) return null;
  if (question !== null) return isSmallTalk(words) ? 'is small talk' : null;
  return unworthySentence(statement);
}
