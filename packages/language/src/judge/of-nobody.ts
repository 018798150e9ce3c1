import type { Statement } from '@hippocamp/shared/language/statement';
import { correctionIn } from '../correct/correction.js';
import { saysEnough } from './enough.js';

const hasWords = ({ kind, heading, words }: Statement): boolean =>
  kind === 'item' && heading !== null ? /\p{L}{3}/u.test(words) : saysEnough(words) || correctionIn(words) !== null;

/** Why a statement is nobody's to keep, whatever it says; goes on after "it". Null where somebody may want it. */
export function isOfNobody(statement: Statement): string | null {
  const { kind, role, question, after, borrowed } = statement;
  if (role === 'system') return 'tells an assistant what it is';
  if (borrowed) return 'is said for somebody else, for its wording, or in a play';
  const isByForm = kind === 'row' || kind === 'log' || kind === 'member';
  return isByForm || role === 'assistant' || question !== null || after !== null || hasWords(statement)
    ? null
    : 'has too few words to mean something';
}
